-- Files that others (`person_id`) have marked for themselves; it shows while the file is given to them.
create table given_favorites (
  owner_id uuid not null,
  object_id uuid not null,
  person_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, object_id, person_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index given_favorites_of_person on given_favorites (person_id, owner_id, object_id);
