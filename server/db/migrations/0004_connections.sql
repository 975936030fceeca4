-- What users bring along: their bucket, their model. Keys are sealed; the hint is all that is ever shown of them.
create table connections (
  owner_id uuid not null,
  kind text not null check (kind in ('s3', 'llm')),
  config jsonb not null,
  secret text not null,
  secret_hint text not null,
  enabled boolean not null default false,
  status text not null check (status in ('unchecked', 'ok', 'error')),
  checked_at timestamptz(3),
  last_error text not null default '',
  primary key (owner_id, kind)
);

-- The moving of an owner's bytes between the service and their bucket; how much is left is counted, not remembered.
create table bucket_moves (
  owner_id uuid primary key,
  direction text not null check (direction in ('to_bucket', 'to_service')),
  status text not null check (status in ('running', 'paused', 'done', 'failed', 'cancelled')),
  run_id uuid not null,
  moved bigint not null default 0,
  failed bigint not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  error text not null default ''
);

create index blobs_by_place on blobs (owner_id, place, hash);
