-- owner_id leads every key of what belongs to an owner, and nothing refers across owners, so that these tables can be
-- spread by owner. Times have milliseconds, as JSON has, so that a cursor made from a reply finds its place again.

create table tenants (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create table users (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  email text not null unique,
  name text not null default '',
  password_hash text not null,
  role text not null check (role in ('user', 'pro', 'admin')),
  tariff text not null default '',
  disabled boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index users_by_tenant on users (tenant_id, id);

create table invites (
  hash bytea primary key,
  tenant_id uuid not null references tenants (id),
  role text not null check (role in ('user', 'pro', 'admin')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table tokens (
  owner_id uuid not null,
  hash bytea not null,
  id uuid not null,
  kind text not null check (kind in ('session', 'api')),
  name text not null default '',
  prefix text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (owner_id, hash),
  unique (owner_id, id)
);
create index tokens_by_expiry on tokens (expires_at) where expires_at is not null;

-- Wrong passwords, PINs and link passwords: counted here so that a restart forgives nothing.
create table attempts (
  key text primary key,
  tries integer not null,
  since timestamptz(3) not null default now(),
  locked_until timestamptz(3)
);

create table settings (
  owner_id uuid primary key,
  auto_rename_mode text not null default 'dont_rename',
  calendar_reminders_messenger boolean not null default false,
  chat_memory boolean not null default true,
  proactive boolean not null default false,
  timezone text not null default '',
  ui jsonb not null default '{}',
  prefs jsonb not null default '{}'
);

create table hidden_tokens (
  owner_id uuid not null,
  hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (owner_id, hash)
);

create table themes (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  name text not null,
  icon text not null default '',
  is_hidden boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);

-- is_hidden is the folder's own flag. Derived, and kept by the one who changes the tree: is_concealed says that it or a folder
-- above it is hidden; in_theme_id is the theme it belongs to, its own or the nearest ancestor's; theme_ids are all of them.
create table collections (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  name text not null,
  name_mode text not null default 'manual' check (name_mode in ('manual', 'auto')),
  icon text not null default '',
  parent_id uuid,
  theme_id uuid,
  in_theme_id uuid,
  theme_ids uuid[] not null default '{}',
  is_hidden boolean not null default false,
  is_concealed boolean not null default false,
  note text,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, parent_id) references collections (owner_id, id)
);
create index collections_by_parent on collections (owner_id, parent_id);
create index collections_by_theme on collections (owner_id, in_theme_id);

create table blobs (
  owner_id uuid not null,
  hash text not null,
  size bigint not null,
  place text not null default 'service',
  key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, hash)
);

create table objects (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  collection_id uuid,
  filename text not null,
  original_name text not null,
  ai_name text not null default '',
  name_source text not null default 'original' check (name_source in ('original', 'ai', 'manual')),
  name_locked boolean not null default false,
  suggested_name text,
  suggested_reason text,
  suggested_collection_id uuid,
  source_url text,
  kind text not null,
  mime text not null,
  size bigint not null,
  content_hash text not null,
  version integer not null default 1,
  status text not null default 'pending' check (status in ('pending', 'ready', 'failed')),
  error text,
  needs_manual boolean not null default false,
  text_fallback boolean not null default false,
  text_view boolean not null default false,
  categories text[] not null default '{}',
  enrichment jsonb,
  corrections jsonb,
  is_hidden boolean not null default false,
  chat_only boolean not null default false,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, collection_id) references collections (owner_id, id)
);
create index objects_by_created on objects (owner_id, created_at, id) where deleted_at is null and not chat_only;
create index objects_by_updated on objects (owner_id, updated_at, id) where deleted_at is null and not chat_only;
create index objects_by_name on objects (owner_id, filename collate "und-x-icu", id) where deleted_at is null and not chat_only;
create index objects_by_size on objects (owner_id, size, id) where deleted_at is null and not chat_only;
-- It holds all that counting needs, so that a count of many files reads this index and no row.
create index objects_by_folder on objects (owner_id, collection_id, created_at, id) include (tenant_id, is_hidden)
  where deleted_at is null and not chat_only;
create index objects_by_hash on objects (owner_id, content_hash);
create index objects_in_trash on objects (owner_id, deleted_at, id) where deleted_at is not null;
create index objects_to_purge on objects (deleted_at) where deleted_at is not null;

create table object_texts (
  owner_id uuid not null,
  object_id uuid not null,
  version integer not null,
  text text not null,
  pages jsonb not null default '[]',
  primary key (owner_id, object_id)
);

-- Resumable uploads: each part is a blob of its own until the last one comes.
create table uploads (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  length bigint not null,
  received bigint not null default 0,
  metadata jsonb not null default '{}',
  object_id uuid,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
create index uploads_by_expiry on uploads (expires_at);

create table upload_parts (
  owner_id uuid not null,
  upload_id uuid not null,
  start bigint not null,
  size bigint not null,
  key text not null,
  sha256 text not null,
  primary key (owner_id, upload_id, start),
  foreign key (owner_id, upload_id) references uploads (owner_id, id) on delete cascade
);

-- A waiting job has a turn in its lane (small first); a delayed one has a due_at; a running one has a lease.
create table jobs (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  lane text not null,
  payload jsonb not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE')),
  turn bigint not null default 0,
  due_at timestamptz(3),
  attempt integer not null default 0,
  max_attempts integer not null,
  worker uuid,
  lease_until timestamptz(3),
  progress real not null default 0,
  error text,
  result jsonb,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (owner_id, id)
);
create index jobs_waiting on jobs (lane, turn, id) where state in ('PENDING', 'RETRY') and due_at is null;
create index jobs_waiting_of_owner on jobs (lane, owner_id, turn) where state in ('PENDING', 'RETRY') and due_at is null;
create index jobs_delayed on jobs (due_at) where due_at is not null;
create index jobs_running on jobs (lease_until) where state = 'STARTED';
create index jobs_finished on jobs (finished_at) where finished_at is not null;
create index jobs_dead on jobs (name) where state = 'FAILURE';

create table schedules (
  name text primary key,
  next_at timestamptz(3) not null
);

-- Read in the order (xid, seq), and only below the oldest running transaction: nothing can appear behind a reader's back.
create table events (
  owner_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  type text not null,
  object_id uuid,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, xid, seq)
);
create index events_by_age on events (created_at);

create table webhooks (
  owner_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret text not null,
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);

create unlogged table rate_windows (
  key text not null,
  window_start bigint not null,
  hits integer not null,
  primary key (key, window_start)
);

create index blobs_by_key on blobs (key);
create index upload_parts_by_key on upload_parts (key);
alter table object_texts add foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade;
create index objects_pending on objects (owner_id) where status = 'pending';
