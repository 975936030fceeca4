-- Two-step sign-in. The secret is sealed; it counts once confirmed_at is set. A time step serves once: only later ones are taken.
create table totp (
  owner_id uuid primary key,
  secret text not null,
  made_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  last_step bigint not null default 0
);

create table recovery_codes (
  owner_id uuid not null,
  hash bytea not null,
  used_at timestamptz(3),
  primary key (owner_id, hash)
);

-- What a sign-in goes on with: after the password until the second step, or from a link of the operator.
create table login_challenges (
  owner_id uuid not null,
  hash bytea not null,
  purpose text not null check (purpose in ('second', 'operator', 'oidc_proof')),
  expires_at timestamptz(3) not null,
  primary key (owner_id, hash)
);
create index login_challenges_expiry on login_challenges (expires_at);
