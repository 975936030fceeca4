-- Large files that sync clients send in parts. The row without a name stands for the upload itself; parts of a day ago are given up.
create table dav_chunks (
  owner_id uuid not null,
  upload text not null,
  name text not null,
  key text,
  size bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, upload, name)
);
create index dav_chunks_by_age on dav_chunks (created_at);
create index dav_chunks_by_key on dav_chunks (key) where key is not null;
