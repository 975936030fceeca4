-- A calendar file with many events is taken by a task, a batch at a time: the file, how far the task is, and what came of it so far.
create table calendar_imports (
  owner_id uuid not null,
  task_id uuid not null,
  text text not null,
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  primary key (owner_id, task_id)
);
