-- The token of a link, sealed, so that its owner can copy it again; null for links made before.
alter table shares add column sealed_token text;

-- What was done by a link, by day: how often, and by nobody in particular.
create table share_days (
  owner_id uuid not null,
  share_id uuid not null,
  day date not null,
  opened integer not null default 0,
  downloaded integer not null default 0,
  uploaded integer not null default 0,
  primary key (owner_id, share_id, day),
  foreign key (owner_id, share_id) references shares (owner_id, id) on delete cascade
);
