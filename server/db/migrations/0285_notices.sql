-- An answer knows which comment it answers.
alter table comments add column reply_to uuid;

-- What a person is told of: being mentioned, answered, or given a folder. Each cause (a comment, a grant) is told once; what belongs
-- to somebody else (`given_ids`) is seen while it is given.
create table notices (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null,
  cause_id uuid not null,
  person_id uuid references users (id) on delete cascade,
  thing_owner_id uuid not null references users (id) on delete cascade,
  object_id uuid,
  collection_id uuid,
  object_ids uuid[] not null default '{}',
  given_ids uuid[] not null default '{}',
  is_hidden boolean not null default false,
  by_mail boolean not null default false,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  mailed_at timestamptz(3),
  primary key (owner_id, id)
);
create unique index notices_of_cause on notices (owner_id, cause_id);
create index notices_unread on notices (owner_id, id) where read_at is null;
create index notices_of_person on notices (person_id);
create index notices_of_thing on notices (thing_owner_id);
create index notices_by_age on notices (created_at);
