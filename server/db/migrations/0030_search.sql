-- One row for each window of a file's text, and one with ord -1 for what belongs to the whole file: its name, title, keywords
-- and headings. `keys` are numbers made from the owner and a stem (features/search/profile.ts), sorted; `counts` has one byte
-- for each of them. A row of the text counts only while its version is the object's, so new content is never found by old.
create table search_chunks (
  owner_id uuid not null,
  object_id uuid not null,
  ord integer not null,
  version integer not null,
  length smallint not null,
  page integer,
  char_start integer not null default 0,
  char_end integer not null default 0,
  keys integer[] not null,
  counts bytea not null,
  primary key (owner_id, object_id, ord),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
)
-- The first stage reads these rows by the hundred: they must lie in the page itself.
with (toast_tuple_target = 8160);
alter table search_chunks alter column keys set storage main;
alter table search_chunks alter column counts set storage main;
-- A short pending list: a search has to read it whole.
create index search_chunks_by_key on search_chunks using gin (keys) with (gin_pending_list_limit = 256);

-- The texts apart: only the few that are shown or compared word by word are ever read.
create table search_texts (
  owner_id uuid not null,
  object_id uuid not null,
  ord integer not null,
  text text not null,
  primary key (owner_id, object_id, ord),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- Every stem an owner has ever used, for prefixes and slips of the finger. `near` are keys of the stem with one letter less.
create table search_stems (
  owner_id uuid not null,
  stem text collate "C" not null,
  near integer[] not null,
  primary key (owner_id, stem)
);
create index search_stems_by_near on search_stems using gin (near) with (gin_pending_list_limit = 256);

-- What a search filters and counts by, out of the descriptions, which are long.
create table search_heads (
  owner_id uuid not null,
  object_id uuid not null,
  doc_type text not null default '',
  tags text[] not null default '{}',
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- Objects whose name or description has changed since their ord -1 was written. Whoever changes them need not know: a trigger
-- does, and a search brings its owner's up to date before it looks.
create table search_stale (
  owner_id uuid not null,
  object_id uuid not null,
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

create function search_notes_change() returns trigger language plpgsql as $$
begin
  insert into search_stale (owner_id, object_id) values (new.owner_id, new.id) on conflict do nothing;
  return null;
end $$;

create trigger search_notes_new after insert on objects
  for each row execute function search_notes_change();
create trigger search_notes_changed after update of filename, enrichment, corrections on objects
  for each row when (old.filename is distinct from new.filename or old.enrichment is distinct from new.enrichment
    or old.corrections is distinct from new.corrections)
  execute function search_notes_change();

insert into search_stale (owner_id, object_id) select owner_id, id from objects;
