-- Files of others that an answer was made from: it is shown as long as all of them are still given to whoever asked.
alter table ask_turns add column given_ids uuid[] not null default '{}';
