-- A large tree is removed at once by naming the task that clears it away in batches.
alter table collections add column removed_by uuid;
create index collections_removed on collections (owner_id, removed_by, id) where removed_by is not null;

-- Lists by what people filter for, each one range of an index in the order of arrival.
create index objects_by_kind on objects (owner_id, kind, created_at, id) where deleted_at is null and not chat_only;
create index objects_by_type on objects (owner_id, (enrichment ->> 'doc_type'), created_at, id)
  where deleted_at is null and not chat_only;
create index objects_unread on objects (owner_id, status, created_at, id)
  where deleted_at is null and not chat_only and status <> 'ready';
-- The tree, a level at a time.
create index collections_by_name on collections (owner_id, parent_id, name collate "und-x-icu", id);
create index collections_at_top on collections (owner_id, name collate "und-x-icu", id) where parent_id is null;

-- Ten thousand folders that change in one statement are one change.
drop trigger collection_hiding on collections;
create function places_hiding() returns trigger language plpgsql as $$
begin
  -- No join: its plan would be kept from the first call, when a single folder had changed.
  perform hiding_changed(owner_id) from (
    select distinct owner_id from (
      select owner_id, id, is_concealed, theme_ids from after_rows
      except select owner_id, id, is_concealed, theme_ids from before_rows) changed) owners;
  return null;
end $$;
create trigger collection_hiding after update on collections referencing old table as before_rows new table as after_rows
  for each statement execute function places_hiding();
