-- People of a tenant who are given folders together.
create table groups (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  created_at timestamptz(3) not null default now()
);
create index groups_by_tenant on groups (tenant_id, name);

create table group_members (
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_by_user on group_members (user_id);

-- A folder with all below it, opened by its owner to somebody of the same tenant. It goes with the folder and with either account.
create table grants (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  collection_id uuid not null,
  user_id uuid references users (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor')),
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  check ((user_id is null) <> (group_id is null)),
  unique (owner_id, collection_id, user_id),
  unique (owner_id, collection_id, group_id),
  foreign key (owner_id, collection_id) references collections (owner_id, id) on delete cascade
);
create index grants_by_user on grants (user_id) where user_id is not null;
create index grants_by_group on grants (group_id) where group_id is not null;

-- Whoever has left a folder that their group was given: the others keep it.
create table grants_left (
  owner_id uuid not null,
  grant_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (owner_id, grant_id, user_id),
  foreign key (owner_id, grant_id) references grants (owner_id, id) on delete cascade
);
create index grants_left_by_user on grants_left (user_id);

-- What somebody writes in a file that was opened to them, before it is published.
create table guest_drafts (
  owner_id uuid not null,
  object_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  base_version integer not null,
  text text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, object_id, user_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index guest_drafts_by_user on guest_drafts (user_id);
