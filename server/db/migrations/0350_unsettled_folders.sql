-- A tree is hidden, shown or moved by its topmost folder, however large it is: what is derived for the folders below (is_concealed,
-- in_theme_id, theme_ids) follows in batches. A folder stands here while the folders right below it may not have been derived anew;
-- whoever asks about an owner with any such folder goes up the tree instead.
create table unsettled_folders (
  owner_id uuid not null,
  folder_id uuid not null,
  primary key (owner_id, folder_id),
  foreign key (owner_id, folder_id) references collections (owner_id, id) on delete cascade
);

create function is_unsettled(owner uuid) returns boolean language sql stable parallel safe
  return exists (select 1 from unsettled_folders u where u.owner_id = owner);

-- Cheap in the eyes of the planner: it is called for the rows of a page, and only while something is unsettled.
create function hidden_above(owner uuid, folder uuid) returns boolean language plpgsql stable parallel safe cost 1 as $$
declare
  place record;
begin
  while folder is not null loop
    select c.parent_id, c.is_hidden or exists (select 1 from themes t where t.owner_id = owner and t.id = c.theme_id and t.is_hidden)
      as hides into place from collections c where c.owner_id = owner and c.id = folder;
    if place.hides then return true; end if;
    folder := place.parent_id;
  end loop;
  return false;
end $$;

-- The themes of a folder and of all above it, its own last.
create function themes_above(owner uuid, folder uuid) returns uuid[] language plpgsql stable parallel safe cost 1 as $$
declare
  place record;
  themes uuid[] := '{}';
begin
  while folder is not null loop
    select c.parent_id, c.theme_id into place from collections c where c.owner_id = owner and c.id = folder;
    if place.theme_id is not null then themes := place.theme_id || themes; end if;
    folder := place.parent_id;
  end loop;
  return themes;
end $$;

-- All hidden folders of an owner, found by what hides them.
create function hidden_places(owner uuid) returns setof uuid language plpgsql stable parallel safe rows 100 as $$
begin
  if not is_unsettled(owner) then
    return query select c.id from collections c where c.owner_id = owner and c.is_concealed
      union select c.id from collections c where c.owner_id = owner and c.theme_ids && hidden_themes(owner);
    return;
  end if;
  return query with recursive below as (
      select c.id from collections c where c.owner_id = owner and c.is_hidden
      union select c.id from themes t join collections c on c.owner_id = owner and c.theme_id = t.id
        where t.owner_id = owner and t.is_hidden
      union select c.id from below join collections c on c.owner_id = owner and c.parent_id = below.id)
    select b.id from below b;
end $$;
create index collections_hidden_by_themselves on collections (owner_id, id) where is_hidden;

create function place_is_hidden(owner uuid, folder uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  if folder is null then return false; end if;
  if is_unsettled(owner) then return hidden_above(owner, folder); end if;
  return exists (select 1 from collections c where c.owner_id = owner and c.id = folder
    and (c.is_concealed or c.theme_ids && hidden_themes(owner)));
end $$;

create or replace function object_removed() returns trigger language plpgsql as $$
begin
  if old.is_hidden or place_is_hidden(old.owner_id, old.collection_id) then
    perform keep_made_hidden(old.owner_id, old.id);
  end if;
  return old;
end $$;

create or replace function collection_removed() returns trigger language plpgsql as $$
begin
  if old.is_concealed or place_is_hidden(old.owner_id, old.id) then
    perform keep_made_hidden(old.owner_id, old.id);
  end if;
  return old;
end $$;

create or replace function run_removed() returns trigger language plpgsql as $$
begin
  if old.is_hidden
    or exists (select 1 from objects o where o.owner_id = old.owner_id and o.id = any(old.object_ids)
      and (o.is_hidden or place_is_hidden(o.owner_id, o.collection_id)))
    or exists (select 1 from collections c where c.owner_id = old.owner_id and c.id = any(old.object_ids)
      and place_is_hidden(c.owner_id, c.id))
    or old.object_ids && hidden_themes(old.owner_id) then
    update usage_records set is_hidden = true where owner_id = old.owner_id and run_id = old.id and not is_hidden;
  end if;
  return old;
end $$;

create or replace function object_hiding() returns trigger language plpgsql as $$
begin
  if old.is_hidden <> new.is_hidden or place_is_hidden(new.owner_id, old.collection_id)
      or place_is_hidden(new.owner_id, new.collection_id) then
    perform hiding_changed(new.owner_id);
  end if;
  return null;
end $$;

create or replace function object_added() returns trigger language plpgsql as $$
begin
  if new.is_hidden or place_is_hidden(new.owner_id, new.collection_id) then
    perform hiding_changed(new.owner_id);
  end if;
  return null;
end $$;

-- While something is unsettled, what was derived for a folder may be what it becomes by a change, and still the change is one.
create or replace function places_hiding() returns trigger language plpgsql as $$
begin
  -- No join: its plan would be kept from the first call, when a single folder had changed.
  perform hiding_changed(owner_id) from (
    select distinct owner_id from (
      select owner_id, id, is_concealed, theme_ids from after_rows
      except select owner_id, id, is_concealed, theme_ids from before_rows) derived
    union select distinct owner_id from (
      select owner_id, id, is_hidden, parent_id, theme_id from after_rows
      except select owner_id, id, is_hidden, parent_id, theme_id from before_rows) own where is_unsettled(owner_id)
    order by owner_id) owners;
  return null;
end $$;

-- The folders whose theme it is: their own, or that of the nearest one above that has any.
create function places_in_theme(owner uuid, theme uuid) returns setof uuid language plpgsql stable parallel safe rows 100 as $$
begin
  if not is_unsettled(owner) then
    return query select c.id from collections c where c.owner_id = owner and c.in_theme_id = theme;
    return;
  end if;
  return query with recursive below as (
      select c.id from collections c where c.owner_id = owner and c.theme_id = theme
      union select c.id from below join collections c on c.owner_id = owner and c.parent_id = below.id and c.theme_id is null)
    select b.id from below b;
end $$;
