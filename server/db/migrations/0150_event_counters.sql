-- Events in the order of their commits, by a counter of each owner. It is taken by a deferred trigger, last in the transaction: whoever
-- holds it waits for nothing but the commit itself, so it is in no circle of locks, and what runs elsewhere on the server has no part in it.
-- Events of the old numbering are not kept: their ids mean nothing any more, and a listener who has one is told that it missed some.
drop table events;

create table events (
  owner_id uuid not null,
  id bigint generated always as identity,
  seq bigint,
  type text not null,
  object_id uuid,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  is_hidden boolean not null default false,
  object_ids uuid[] not null default '{}',
  primary key (owner_id, id)
);
create unique index events_in_order on events (owner_id, seq);
create index events_by_age on events (created_at);

-- The number and the moment of each owner's last event. The moment tells histories apart that have the same numbers, as after a restore.
create table event_counters (
  owner_id uuid primary key,
  last bigint not null,
  at timestamptz(3) not null
) with (fillfactor = 50);

create function number_event() returns trigger language plpgsql as $$
declare
  counted event_counters;
begin
  insert into event_counters as c (owner_id, last, at) values (new.owner_id, 1, clock_timestamp())
    on conflict (owner_id) do update set last = c.last + 1, at = clock_timestamp()
    returning * into counted;
  update events set seq = counted.last, created_at = counted.at where owner_id = new.owner_id and id = new.id;
  return null;
end $$;
create constraint trigger number_event after insert on events deferrable initially deferred
  for each row execute function number_event();
