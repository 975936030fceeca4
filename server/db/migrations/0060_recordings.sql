-- A recording that is being listened to: how long it is, how far it is heard, and what the finished pieces came to. A worker
-- that is killed goes on behind the last piece. All of it goes when the transcript is stored.
create table hearings (
  owner_id uuid not null,
  object_id uuid not null,
  version integer not null,
  seconds double precision,
  heard_s double precision not null default 0,
  cancelled boolean not null default false,
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- `words` are [text, start, end], in seconds of the recording.
create table hearing_pieces (
  owner_id uuid not null,
  object_id uuid not null,
  version integer not null,
  start_s double precision not null,
  end_s double precision not null,
  model text not null,
  language text,
  foreign_language text,
  words jsonb not null,
  primary key (owner_id, object_id, version, start_s),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- Whose text it is that object_texts holds of a recording. It counts only while its version is the object's.
create table transcripts (
  owner_id uuid not null,
  object_id uuid not null,
  version integer not null,
  model text not null,
  languages text[] not null default '{}',
  seconds double precision not null,
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- When which characters were said. `words` are [char_start, char_end, start, end].
create table transcript_segments (
  owner_id uuid not null,
  object_id uuid not null,
  ord integer not null,
  version integer not null,
  char_start integer not null,
  char_end integer not null,
  start_s double precision not null,
  end_s double precision not null,
  words jsonb not null,
  primary key (owner_id, object_id, ord),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index transcript_segments_by_char on transcript_segments (owner_id, object_id, char_start);
