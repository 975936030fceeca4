-- Chats of a messenger that owners have connected, the codes with which they do it, and how far the messages are heard.

create table agent_chats (
  owner_id uuid not null primary key,
  chat_id bigint not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table agent_chat_codes (
  owner_id uuid not null primary key,
  hash bytea not null,
  expires_at timestamptz not null
);

create table agent_listeners (
  name text primary key,
  next_update bigint not null default 0,
  lease_until timestamptz not null default '-infinity'
);

-- The last day, on the owner's clock, for which a digest was made.
create table agent_digests (
  owner_id uuid not null primary key,
  day date not null
);

-- The files that a run speaks of: when one of them is hidden later, the run is hidden with it.
alter table agent_runs add column object_ids uuid[] not null default '{}';
