-- Conversations with one's own files. Nothing of a question or an answer is kept anywhere else.
create table ask_sessions (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
create index ask_sessions_by_time on ask_sessions (owner_id, updated_at desc, id desc);

-- reply: as it was given; trace: how it came about. object_ids: every file that was looked at for it; while one of them is
-- hidden, so is the turn.
create table ask_turns (
  owner_id uuid not null,
  session_id uuid not null,
  n integer not null,
  query text not null,
  reply jsonb not null,
  trace jsonb not null,
  object_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, session_id, n),
  foreign key (owner_id, session_id) references ask_sessions (owner_id, id) on delete cascade
);
