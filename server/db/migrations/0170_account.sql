-- When whoever holds a session last proved who they are; what a token may do (null is everything); from where it is used.
alter table tokens
  add column proved_at timestamptz(3) not null default now(),
  add column scopes text[],
  add column device text not null default '',
  add column address text not null default '';
update tokens set proved_at = created_at;

-- One link at a time: a newer one ends the older.
create table password_resets (
  owner_id uuid primary key,
  hash bytea not null,
  made_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

-- An account on its way out: what it has is being removed, and its own files in its own bucket too where that is wished.
alter table users
  add column leaving_at timestamptz(3),
  add column leaving_bucket boolean not null default false;
create index users_leaving on users (leaving_at) where leaving_at is not null;
