-- What people say of a file, in the file's own place; whoever said it is its author.
create table comments (
  owner_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  author_id uuid not null references users (id) on delete cascade,
  text text not null,
  page integer,
  char_start integer,
  char_end integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index comments_by_object on comments (owner_id, object_id, id);
create index comments_by_author on comments (author_id, id);
