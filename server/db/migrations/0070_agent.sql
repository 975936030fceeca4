-- The agent: conversations, runs with their calls and events, profiles, memory.

create table agent_sessions (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  agent_slug text not null,
  channel_chat_id bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (owner_id, id)
);
create unique index agent_sessions_chat on agent_sessions (owner_id, channel_chat_id) where channel_chat_id <> 0;

create table agent_runs (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  session_id uuid not null,
  agent_slug text not null,
  status text not null check (status in ('running', 'paused', 'completed', 'failed', 'cancelled')),
  query text not null,
  language text not null,
  -- What may be touched; written once.
  scope jsonb not null,
  -- The hidden zone is open in this part of the run; the token itself is never kept.
  unlocked boolean not null,
  -- It was open in some part: without the token nothing of the run is shown.
  is_hidden boolean not null,
  web_search boolean not null,
  channel jsonb not null,
  -- The conversation as the model sees it, from the question on.
  messages jsonb not null,
  answer text not null default '',
  steps integer not null default 0,
  cost bigint not null default 0,
  last_seq integer not null default 0,
  -- Who works on it: whoever took it last. Others can write nothing any more.
  fence text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, session_id) references agent_sessions (owner_id, id) on delete cascade
);
create index agent_runs_session on agent_runs (owner_id, session_id, id);
create index agent_runs_id on agent_runs (id);

create table agent_calls (
  owner_id uuid not null,
  run_id uuid not null,
  tool_call_id text not null,
  ord integer not null,
  step integer not null,
  name text not null,
  input jsonb not null,
  risk text not null,
  -- `ready` needs nobody's yes; `pending` waits for it.
  status text not null check (status in ('ready', 'pending', 'approved', 'denied', 'done', 'failed')),
  result jsonb,
  decided_at timestamptz,
  primary key (owner_id, run_id, tool_call_id),
  foreign key (owner_id, run_id) references agent_runs (owner_id, id) on delete cascade
);

create table agent_events (
  owner_id uuid not null,
  run_id uuid not null,
  seq integer not null,
  data jsonb not null,
  primary key (owner_id, run_id, seq),
  foreign key (owner_id, run_id) references agent_runs (owner_id, id) on delete cascade
);

create table agent_profiles (
  owner_id uuid not null,
  slug text not null,
  name text not null,
  description text not null,
  icon text not null,
  instructions text not null,
  toolsets text[] not null,
  model text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, slug)
);

create table agent_choices (
  owner_id uuid not null primary key,
  slug text not null
);

create table agent_memories (
  owner_id uuid not null,
  id uuid not null,
  memory text not null,
  -- The words of the person that it was taken from.
  input text not null,
  topics text[] not null,
  -- What it is about: a newer one about the same takes its place.
  slot text not null,
  superseded_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (owner_id, id)
);
create index agent_memories_current on agent_memories (owner_id, updated_at desc) where superseded_by is null;

-- Where each task that was found in a file stands in it. One passage makes one task, however often the file is read.
create table agent_task_sources (
  owner_id uuid not null,
  object_id uuid not null,
  mark text not null,
  task_id uuid not null,
  char_start integer not null,
  char_end integer not null,
  start_s double precision,
  primary key (owner_id, object_id, mark),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
