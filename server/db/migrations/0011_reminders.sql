-- reminded_until: all reminders up to this moment have been dealt with. next_reminder_at: when to look at the event again.
alter table calendar_events
  add column reminded_until timestamptz(3) not null default now(),
  add column next_reminder_at timestamptz(3);
create index calendar_events_to_remind on calendar_events (next_reminder_at) where next_reminder_at is not null;

-- The address under which a calendar program reads the owner's events: one for each owner, its token kept as a hash only.
create table calendar_feeds (
  owner_id uuid primary key,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now()
);
