-- Windows that the encoder fails at while it does well with others. After a few tries such a window is found by words alone, the
-- rest of its file goes on, and the reason stays here.
create table search_refused (
  owner_id uuid not null,
  object_id uuid not null,
  ord integer not null,
  version integer not null,
  model text not null,
  attempts integer not null default 1,
  reason text not null,
  at timestamptz not null default now(),
  primary key (owner_id, object_id, ord),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
