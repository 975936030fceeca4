-- What a file held before each change; the bytes are the owner's blobs, shared with the files themselves.
create table revisions (
  owner_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  version integer not null,
  content_hash text not null,
  filename text not null,
  kind text not null,
  mime text not null,
  size bigint not null,
  author uuid,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  unique (owner_id, object_id, version),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index revisions_by_hash on revisions (owner_id, content_hash);

-- One draft for each file: text that is not published yet.
create table drafts (
  owner_id uuid not null,
  object_id uuid not null,
  base_version integer not null,
  text text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
