-- Archives of accounts: made to be fetched, kept for some days; or brought to be taken in.
create table archives (
  owner_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('export', 'import')),
  key text not null,
  size bigint not null,
  sha256 text not null,
  hidden boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
create index archives_by_key on archives (key);
create index archives_by_age on archives (created_at);
