-- What was made from files of others: seen while all of them are given.
alter table agent_runs add column given_ids uuid[] not null default '{}';
alter table agent_memories add column given_ids uuid[] not null default '{}';
alter table calendar_events add column given_ids uuid[] not null default '{}';
alter table tasks add column given_ids uuid[] not null default '{}';
alter table changes add column given_ids uuid[] not null default '{}';
alter table events add column given_ids uuid[] not null default '{}';
alter table saved_searches add column given_ids uuid[] not null default '{}';
alter table webhook_deliveries add column given_ids uuid[] not null default '{}';

-- What programs of somebody (`reader_id`) have read of files that the owner has given to them.
create table mcp_given_reads (
  owner_id uuid not null,
  object_id uuid not null,
  reader_id uuid not null references users on delete cascade,
  asker_id uuid not null,
  characters bigint not null,
  last_at timestamptz(3) not null default now(),
  primary key (owner_id, object_id, reader_id, asker_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index mcp_given_reads_reader on mcp_given_reads (reader_id, asker_id);
