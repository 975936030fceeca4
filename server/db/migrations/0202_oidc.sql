-- The account at the OpenID Connect provider: one subject for an account, one account for a subject. What was asked for
-- waits for an administrator where nobody signs in by password.
alter table users
  add column oidc_issuer text,
  add column oidc_subject text,
  add column oidc_email text,
  add column oidc_linked_at timestamptz(3),
  add column oidc_asked_issuer text,
  add column oidc_asked_subject text,
  add column oidc_asked_at timestamptz(3);
create unique index users_oidc on users (oidc_issuer, oidc_subject) where oidc_subject is not null;

-- A session that began at the provider ends there, too.
alter table tokens add column via_oidc boolean not null default false;

-- Each answer of the provider is taken once.
create table spent_states (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);
