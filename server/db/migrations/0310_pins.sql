-- What a person has put into the rail, in their order. What a pin names may be hidden, given by somebody else or gone, which is
-- decided when it is read. A tag goes by its name in lower case, all else by its id.
create table pins (
  owner_id uuid not null,
  kind text not null check (kind in ('folder', 'theme', 'tag', 'search', 'file')),
  target_id uuid not null default '00000000-0000-0000-0000-000000000000',
  tag text not null default '',
  position integer not null,
  primary key (owner_id, kind, target_id, tag)
);
