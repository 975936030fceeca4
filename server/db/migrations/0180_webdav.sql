-- Files over WebDAV.

-- When the content was last changed, by the clock of whoever changed it; without it, when the file came.
alter table objects add column modified_at timestamptz(3);

-- Names as programs on other systems compare them.
create index objects_by_shown_name on objects (owner_id, collection_id, normalize(filename, NFC), id)
  where deleted_at is null and not chat_only;
create index collections_by_shown_name on collections (owner_id, parent_id, normalize(name, NFC), id);

-- The other names of files and folders whose own name stands twice in its folder, or cannot be a name there. A row holds while the entry
-- lies in this place (the zero id is the top) and has this name of its own.
create table dav_names (
  owner_id uuid not null,
  entry_id uuid not null,
  place uuid not null,
  own_name text not null,
  name text not null,
  primary key (owner_id, entry_id)
);
create index dav_names_in_place on dav_names (owner_id, place, name);

create table dav_locks (
  owner_id uuid not null,
  token uuid not null,
  path text not null,
  is_deep boolean not null,
  is_shared boolean not null,
  holder text not null,
  expires_at timestamptz(3) not null,
  primary key (owner_id, token)
);
create index dav_locks_by_path on dav_locks (owner_id, path);
create index dav_locks_by_expiry on dav_locks (expires_at);

-- Properties that programs keep with a file or a folder.
create table dav_properties (
  owner_id uuid not null,
  entry_id uuid not null,
  name text not null,
  value text not null,
  primary key (owner_id, entry_id, name)
);

-- What a client said of the bytes it sent; given back as it was.
create table dav_checksums (
  owner_id uuid not null,
  object_id uuid not null,
  content_hash text not null,
  checksum text not null,
  primary key (owner_id, object_id)
);

-- Files that systems leave behind for themselves: kept for a day, never objects.
create table dav_leavings (
  owner_id uuid not null,
  place uuid not null,
  name text not null,
  content bytea not null,
  hash text not null,
  written_at timestamptz(3) not null default now(),
  primary key (owner_id, place, name)
);
create index dav_leavings_by_age on dav_leavings (written_at);

-- How often a folder, or anything below it, has changed: the sum of its rows. Whoever changes something adds rows and waits for nobody;
-- whoever reads many adds them up into one. What is hidden counts up to the folder that hides it, and no further.
create table folder_changes (
  owner_id uuid not null,
  folder_id uuid not null,
  n bigint not null
);
create index folder_changes_by_folder on folder_changes (owner_id, folder_id) include (n);

create function hides_itself(owner uuid, hidden boolean, theme uuid) returns boolean language sql stable as $$
  select hidden or exists (select 1 from themes t where t.owner_id = owner and t.id = theme and t.is_hidden)
$$;

create function count_folder_changes(owners uuid[], folders uuid[]) returns void language sql as $$
  with recursive up as (
    select t.owner_id, coalesce(t.folder_id, '00000000-0000-0000-0000-000000000000') as folder_id
      from unnest(owners, folders) as t (owner_id, folder_id)
    union
    select c.owner_id, coalesce(c.parent_id, '00000000-0000-0000-0000-000000000000')
      from up join collections c on c.owner_id = up.owner_id and c.id = up.folder_id
      where not hides_itself(c.owner_id, c.is_hidden, c.theme_id))
  insert into folder_changes (owner_id, folder_id, n) select owner_id, folder_id, 1 from up
$$;

create function objects_were_added() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(owner_id), array_agg(collection_id) into owners, folders from (
    select distinct owner_id, collection_id from added where deleted_at is null and not chat_only and not is_hidden) as places;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;
create trigger objects_were_added after insert on objects referencing new table as added
  for each statement execute function objects_were_added();
create trigger objects_were_removed after delete on objects referencing old table as added
  for each statement execute function objects_were_added();

create function objects_were_changed() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(owner_id), array_agg(collection_id) into owners, folders from (
    select distinct place.owner_id, place.collection_id from before b join after a on a.owner_id = b.owner_id and a.id = b.id
      cross join lateral (values (b.owner_id, b.collection_id, b.deleted_at is null and not b.chat_only and not b.is_hidden),
        (a.owner_id, a.collection_id, a.deleted_at is null and not a.chat_only and not a.is_hidden))
        as place (owner_id, collection_id, is_shown)
    where place.is_shown and (b.filename, b.content_hash, b.collection_id, b.deleted_at, b.chat_only, b.is_hidden, b.modified_at)
      is distinct from (a.filename, a.content_hash, a.collection_id, a.deleted_at, a.chat_only, a.is_hidden, a.modified_at)) as places;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;
create trigger objects_were_changed after update on objects referencing old table as before new table as after
  for each statement execute function objects_were_changed();

create function collections_were_added() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(owner_id), array_agg(parent_id) into owners, folders from (
    select distinct owner_id, parent_id from added where not hides_itself(owner_id, is_hidden, theme_id)) as places;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;
create trigger collections_were_added after insert on collections referencing new table as added
  for each statement execute function collections_were_added();
create trigger collections_were_removed after delete on collections referencing old table as added
  for each statement execute function collections_were_added();

create function collections_were_changed() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(owner_id), array_agg(parent_id) into owners, folders from (
    select distinct place.owner_id, place.parent_id from before b join after a on a.owner_id = b.owner_id and a.id = b.id
      cross join lateral (values (b.owner_id, b.parent_id, b.is_hidden, b.theme_id), (a.owner_id, a.parent_id, a.is_hidden, a.theme_id))
        as place (owner_id, parent_id, is_hidden, theme_id)
    where (b.name, b.parent_id, b.is_hidden, b.theme_id) is distinct from (a.name, a.parent_id, a.is_hidden, a.theme_id)
      and not hides_itself(place.owner_id, place.is_hidden, place.theme_id)) as places;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;
create trigger collections_were_changed after update on collections referencing old table as before new table as after
  for each statement execute function collections_were_changed();

create function theme_was_hidden() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(c.owner_id), array_agg(c.parent_id) into owners, folders from collections c
    where c.owner_id = new.owner_id and c.theme_id = new.id and not c.is_hidden;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;
create trigger theme_was_hidden after update of is_hidden on themes
  for each row when (old.is_hidden is distinct from new.is_hidden) execute function theme_was_hidden();
