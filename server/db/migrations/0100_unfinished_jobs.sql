-- An index of all open jobs of an owner served the question for the last turn too, by way of every job that waits: with
-- thousands of them each upload went through all. That question has an index of its own (jobs_waiting_of_owner); this one is
-- put so that it cannot be taken for it.
drop index jobs_open;
create index jobs_unfinished on jobs (owner_id, name) where finished_at is null;
