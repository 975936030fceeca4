-- Who did what in folders of an owner who has opened something to others.
create table diary (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  person_id uuid references users (id) on delete set null,
  what text not null,
  folder_id uuid,
  from_id uuid,
  object_id uuid,
  before text,
  to_name text,
  role text,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index diary_of_object on diary (owner_id, object_id);
create index diary_of_person on diary (person_id);
create index diary_by_age on diary (created_at);
