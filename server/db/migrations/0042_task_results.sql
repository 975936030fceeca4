-- What a background task has come to, written in the transaction of its results, so that a task done twice is done once.
create table task_results (
  owner_id uuid not null,
  task_id uuid not null,
  name text not null,
  object_id uuid,
  hidden boolean not null default false,
  object_ids uuid[] not null default '{}',
  report jsonb,
  failure jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, task_id)
);
create index task_results_by_age on task_results (created_at);
