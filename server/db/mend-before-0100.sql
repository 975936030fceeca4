-- 0001_foundation was changed three times on its first day, after it had been applied. Data of that morning gets here what it lacks;
-- on all other data nothing of this changes anything. From 0150 on a file that has landed is never changed: migrations.test.ts.
create index if not exists jobs_open on jobs (owner_id, name) where state in ('PENDING', 'RETRY', 'STARTED');
drop index if exists objects_pending;
alter table objects set (fillfactor = 85);

do $$
begin
  if exists (select 1 from pg_attribute where attrelid = 'attempts'::regclass and attname = 'wrong') then
    alter table attempts rename column wrong to tries;
  end if;
  if exists (select 1 from pg_index where indexrelid = to_regclass('objects_by_folder') and indnatts = 4) then
    drop index objects_by_folder;
    create index objects_by_folder on objects (owner_id, collection_id, created_at, id) include (tenant_id, is_hidden)
      where deleted_at is null and not chat_only;
  end if;
  if not exists (select 1 from pg_attribute where attrelid = 'collections'::regclass and attname = 'theme_ids') then
    alter table collections add column theme_ids uuid[] not null default '{}';
    with recursive up as (
      select owner_id, id, parent_id, theme_id from collections
      union all
      select up.owner_id, up.id, c.parent_id, c.theme_id from up join collections c on c.owner_id = up.owner_id and c.id = up.parent_id
    ), themes_of as (
      select owner_id, id, array_agg(distinct theme_id) as ids from up where theme_id is not null group by owner_id, id
    )
    update collections c set theme_ids = t.ids from themes_of t where t.owner_id = c.owner_id and t.id = c.id;
  end if;
  if not exists (select 1 from pg_constraint where conname = 'objects_owner_id_collection_id_fkey') then
    update objects o set collection_id = null where collection_id is not null
      and not exists (select 1 from collections c where c.owner_id = o.owner_id and c.id = o.collection_id);
    alter table objects add foreign key (owner_id, collection_id) references collections (owner_id, id);
  end if;
end $$;
