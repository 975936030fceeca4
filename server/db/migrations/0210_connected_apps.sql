-- Programs of others that people let in: who has registered, what each may do, its codes and tokens.

create table oauth_clients (
  id uuid primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null default now()
);

create table connected_apps (
  owner_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  name text not null,
  scopes text[] not null,
  -- With one of them, nothing else exists for the program.
  collection_id uuid,
  theme_id uuid,
  created_at timestamptz(3) not null default now(),
  -- When it came for its first token; until then it is only allowed to.
  connected_at timestamptz(3),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (owner_id, id),
  check (collection_id is null or theme_id is null)
);
create index connected_apps_client on connected_apps (client_id);

create table oauth_codes (
  owner_id uuid not null,
  hash bytea not null,
  app_id uuid not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (owner_id, hash),
  foreign key (owner_id, app_id) references connected_apps (owner_id, id) on delete cascade
);
create index oauth_codes_app on oauth_codes (owner_id, app_id);

create table app_tokens (
  owner_id uuid not null,
  hash bytea not null,
  app_id uuid not null,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz(3) not null,
  -- A refresh token serves once. It is kept, so that its second use is noticed.
  spent_at timestamptz(3),
  primary key (owner_id, hash),
  foreign key (owner_id, app_id) references connected_apps (owner_id, id) on delete cascade
);
create index app_tokens_app on app_tokens (owner_id, app_id);
