-- How many files a device has removed in the last minute, and whether it was stopped: whoever removes a great many waits for a yes.
create table dav_removals (
  owner_id uuid not null,
  token_id uuid not null,
  removed_at timestamptz(3) not null default now(),
  files integer not null
);
create index dav_removals_by_device on dav_removals (owner_id, token_id, removed_at);
create index dav_removals_by_age on dav_removals (removed_at);

create table dav_brakes (
  owner_id uuid not null,
  token_id uuid not null,
  stopped_at timestamptz(3) not null default now(),
  files integer not null,
  allowed_until timestamptz(3),
  primary key (owner_id, token_id)
);
