-- What programs of others have read (`asker_id` is a connected program or a token), and what they have asked to be done.

create table mcp_reads (
  owner_id uuid not null,
  asker_id uuid not null,
  object_id uuid not null,
  characters bigint not null,
  last_at timestamptz(3) not null default now(),
  primary key (owner_id, asker_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index mcp_reads_object on mcp_reads (owner_id, object_id);

-- The same call asked again is the same run, until its outcome was told.
create table mcp_calls (
  owner_id uuid not null,
  asker_id uuid not null,
  key bytea not null,
  run_id uuid not null,
  told_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, asker_id, key)
);
