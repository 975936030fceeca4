-- Who is to blame when a process dies: `crashes` counts the processes that died while the job was running, `deaths` those in
-- which nothing else was. `lost_worker` is the process that fell silent with it. `passing` marks what was given up for a
-- reason that may be gone by the next start.
alter table jobs
  add column crashes smallint not null default 0,
  add column deaths smallint not null default 0,
  add column lost_worker uuid,
  add column passing boolean not null default false;
create index jobs_suspects on jobs (crashes, turn, id) where crashes > 0 and state in ('PENDING', 'RETRY') and due_at is null;
create index jobs_lost on jobs (lost_worker) where lost_worker is not null;
create index jobs_passing on jobs (finished_at) where passing and state = 'FAILURE';
