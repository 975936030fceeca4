-- A folder that goes leaves its place batch by batch while its tree is unsettled: that hides nothing and shows nothing.
create or replace function places_hiding() returns trigger language plpgsql as $$
begin
  -- No join: its plan would be kept from the first call, when a single folder had changed.
  perform hiding_changed(owner_id) from (
    select distinct owner_id from (
      select owner_id, id, is_concealed, theme_ids from after_rows
      except select owner_id, id, is_concealed, theme_ids from before_rows) derived
    union select distinct owner_id from (
      select owner_id, id, is_hidden, parent_id, theme_id from after_rows where removed_by is null
      except select owner_id, id, is_hidden, parent_id, theme_id from before_rows) own where is_unsettled(owner_id)
    order by owner_id) owners;
  return null;
end $$;
