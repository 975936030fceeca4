-- No joins of what was with what is: their plan would be kept from the first call of a connection, when a single row had changed, and
-- ten thousand folders would then be compared each with each.

create or replace function objects_were_changed() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(owner_id), array_agg(collection_id) into owners, folders from (
    select distinct owner_id, collection_id from (
      (select owner_id, id, filename, content_hash, collection_id, deleted_at, chat_only, is_hidden, modified_at from before
        except select owner_id, id, filename, content_hash, collection_id, deleted_at, chat_only, is_hidden, modified_at from after)
      union all
      (select owner_id, id, filename, content_hash, collection_id, deleted_at, chat_only, is_hidden, modified_at from after
        except select owner_id, id, filename, content_hash, collection_id, deleted_at, chat_only, is_hidden, modified_at from before)) changed
    where deleted_at is null and not chat_only and not is_hidden) as places;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;

create or replace function collections_were_changed() returns trigger language plpgsql as $$
declare
  owners uuid[];
  folders uuid[];
begin
  select array_agg(owner_id), array_agg(parent_id) into owners, folders from (
    select distinct owner_id, parent_id from (
      select distinct owner_id, parent_id, is_hidden, theme_id from (
        (select owner_id, id, name, parent_id, is_hidden, theme_id from before
          except select owner_id, id, name, parent_id, is_hidden, theme_id from after)
        union all
        (select owner_id, id, name, parent_id, is_hidden, theme_id from after
          except select owner_id, id, name, parent_id, is_hidden, theme_id from before)) changed) differing
    where not hides_itself(owner_id, is_hidden, theme_id)) as places;
  if owners is not null then perform count_folder_changes(owners, folders); end if;
  return null;
end $$;
