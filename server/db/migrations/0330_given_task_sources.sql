-- The file of somebody else that a task comes from, and the passage where it was found in one. No key leads to the file: it is
-- another owner's, and the task is seen while it is given.
create table given_task_sources (
  owner_id uuid not null,
  task_id uuid not null,
  object_id uuid not null,
  mark text,
  char_start integer,
  char_end integer,
  start_s double precision,
  primary key (owner_id, task_id),
  foreign key (owner_id, task_id) references tasks (owner_id, id) on delete cascade
);
create index given_task_sources_of_file on given_task_sources (owner_id, object_id);
