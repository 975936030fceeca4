-- Who speaks when in a recording: `turns` are [start, end, speaker, uncertain], speakers counted from 0 and labelled S1, S2...;
-- `speakers` has, for a label, {name, profile_id}. It counts only while its version is the object's.
create table diarizations (
  owner_id uuid not null,
  object_id uuid not null,
  version integer not null,
  engine text not null,
  turns jsonb not null,
  speakers jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- A voice that somebody has agreed to have known. What it is like is sealed, never leaves, and is only there when an engine good
-- enough to recognise people has heard it.
create table voice_profiles (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  consented_at timestamptz(3) not null default now(),
  engine text,
  voice text,
  samples integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
