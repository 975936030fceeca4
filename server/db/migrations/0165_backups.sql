-- Backups that were made or are being made. One that runs renews `pinned_until`: until then no bytes go that it may still need.
create table backups (
  id uuid primary key,
  kind text not null,
  folder text not null,
  snapshot text,
  state text not null default 'running',
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  pinned_until timestamptz(3) not null,
  files bigint not null default 0,
  bytes bigint not null default 0,
  copied_bytes bigint not null default 0,
  damaged bigint not null default 0,
  proved_at timestamptz(3),
  error text
);
create index backups_by_age on backups (started_at);

-- Bytes that nobody refers to any more, but that a running backup may still have to read: they go right after it.
create table blob_removals (
  key text primary key,
  asked_at timestamptz(3) not null default now()
);
create index blob_removals_by_age on blob_removals (asked_at);
