-- A tree is removed by its topmost folder, however large it is: `removed_by` follows for the folders below in batches, like what hides
-- them. Until then whoever asks goes by the tree.

-- Folders that go with one above them and do not say so themselves yet. One that says so has such folders below it only while it
-- stands in `unsettled_folders`.
create function leaving_places(owner uuid) returns setof uuid language plpgsql stable parallel safe rows 100 as $$
begin
  if not exists (select 1 from collections c where c.owner_id = owner and c.removed_by is not null) then return; end if;
  return query with recursive below as (
      select c.id from unsettled_folders u join collections c on c.owner_id = owner and c.id = u.folder_id
        where u.owner_id = owner and c.removed_by is not null
      union select c.id from below join collections c on c.owner_id = owner and c.parent_id = below.id)
    select b.id from below b;
end $$;

-- The same of one folder, for statements over many owners. Cheap in the eyes of the planner, as `hidden_above` is.
create function is_leaving(owner uuid, folder uuid) returns boolean language plpgsql stable parallel safe cost 1 as $$
declare
  place record;
begin
  while folder is not null loop
    select c.parent_id, c.removed_by is not null as leaves into place from collections c where c.owner_id = owner and c.id = folder;
    if place.leaves then return true; end if;
    folder := place.parent_id;
  end loop;
  return false;
end $$;
