-- Pictures of pages and files, by content: they go with the bytes that they show. Without a key it is a failure, remembered.
create table previews (
  owner_id uuid not null,
  hash text not null,
  shape text not null,
  key text,
  mime text not null default '',
  size bigint not null default 0,
  failure jsonb,
  made_at timestamptz(3) not null default now(),
  primary key (owner_id, hash, shape),
  foreign key (owner_id, hash) references blobs (owner_id, hash) on delete cascade
);
create index previews_by_key on previews (key);
