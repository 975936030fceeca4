-- Numbers that people see count per owner and kind, without gaps: the row is locked until the transaction that took one ends.
create table owner_numbers (
  owner_id uuid not null,
  kind text not null,
  last bigint not null,
  primary key (owner_id, kind)
);

-- Clock columns hold what a clock in tz shows, as milliseconds of the moment at which a clock in UTC shows the same; the rule
-- is expanded in clock time. last_clock is the latest start that UNTIL or COUNT allow; found_until is when the last occurrence
-- ends, moved ones included. Both are null for a series without end. revision grows with each change of the owner's calendar.
create table calendar_events (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  number bigint not null,
  uid text not null,
  resource text not null,
  title text not null,
  description text not null default '',
  location text not null default '',
  status text not null default 'confirmed' check (status in ('confirmed', 'tentative', 'cancelled')),
  all_day boolean not null default false,
  tz text not null,
  starts_clock bigint not null,
  duration bigint not null check (duration >= 0),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  rrule text not null default '',
  last_clock bigint,
  exdates bigint[] not null default '{}',
  rdates bigint[] not null default '{}',
  found_from timestamptz(3) not null,
  found_until timestamptz(3),
  reminders integer[] not null default '{}',
  -- Lines of iCalendar that have no column, and alarms as they came, so that what was put in comes out.
  extra text[] not null default '{}',
  alarms text[] not null default '{}',
  sequence integer not null default 0,
  revision bigint not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  unique (owner_id, uid),
  unique (owner_id, resource)
);
create index calendar_events_by_time on calendar_events (owner_id, found_until, found_from);
create index calendar_events_by_revision on calendar_events (owner_id, revision);

-- An occurrence that differs from its series: RECURRENCE-ID is its clock time in the series' zone.
create table calendar_overrides (
  owner_id uuid not null,
  event_id uuid not null,
  clock bigint not null,
  title text not null,
  description text not null default '',
  location text not null default '',
  status text not null default 'confirmed' check (status in ('confirmed', 'tentative', 'cancelled')),
  all_day boolean not null,
  tz text not null,
  starts_clock bigint not null,
  duration bigint not null check (duration >= 0),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reminders integer[] not null default '{}',
  extra text[] not null default '{}',
  alarms text[] not null default '{}',
  sequence integer not null default 0,
  primary key (owner_id, event_id, clock),
  foreign key (owner_id, event_id) references calendar_events (owner_id, id) on delete cascade
);

-- What was removed, for programs that ask what has changed since their last visit.
create table calendar_removed (
  owner_id uuid not null,
  resource text not null,
  revision bigint not null,
  removed_at timestamptz(3) not null default now(),
  primary key (owner_id, resource)
);
create index calendar_removed_by_revision on calendar_removed (owner_id, revision);

create table tasks (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  number bigint not null,
  title text not null,
  status text not null default 'open' check (status in ('open', 'done')),
  assignee text not null default '',
  due_at timestamptz(3),
  done_at timestamptz(3),
  source_object_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, source_object_id) references objects (owner_id, id) on delete set null (source_object_id)
);
create index tasks_open on tasks (owner_id, due_at, number) where status = 'open';
create index tasks_by_number on tasks (owner_id, number);
create index tasks_by_source on tasks (owner_id, source_object_id) where source_object_id is not null;
