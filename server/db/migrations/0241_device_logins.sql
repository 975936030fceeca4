-- Programs that ask to be let in as a device (login flow v2 of Nextcloud's clients), until the person has decided. The password is
-- made when the program comes for it, so none is kept.

create table device_logins (
  poll_hash bytea primary key,
  flow_hash bytea not null unique,
  name text not null,
  granted_to uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index device_logins_expires on device_logins (expires_at);
