create table passkeys (
  owner_id uuid not null,
  id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- The passkey lives in a store that several devices share.
  synced boolean not null default false,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (owner_id, id),
  unique (owner_id, credential_id)
);

-- Each challenge of a passkey serves once; it is signed, so only used ones are noted, until they would have expired.
create table spent_challenges (
  owner_id uuid not null,
  hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (owner_id, hash)
);
create index spent_challenges_expiry on spent_challenges (expires_at);
