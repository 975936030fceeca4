-- Files of others that a task was about: what its report says of them is told while they are given.
alter table task_results add column given_ids uuid[] not null default '{}';
