create table hidden_pins (
  owner_id uuid primary key,
  hash text not null,
  created_at timestamptz(3) not null default now()
);

-- A link leads to a folder or to a file; its token is kept as a hash only.
create table shares (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  token_hash bytea not null,
  collection_id uuid,
  object_id uuid,
  password_hash text,
  can_upload boolean not null default false,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  unique (owner_id, token_hash),
  check ((collection_id is null) <> (object_id is null)),
  foreign key (owner_id, collection_id) references collections (owner_id, id) on delete cascade,
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index shares_by_expiry on shares (expires_at) where expires_at is not null;

alter table collections add column note_updated_at timestamptz(3);
