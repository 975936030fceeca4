-- How many files lie in each folder and how many bytes an owner stores, kept by triggers in the transaction of every change. A change
-- adds a row of differences, so that nobody waits for anybody and no order of locks can close a circle; now and then one change folds
-- its owner's differences into the sums. Who reads adds both, in one snapshot.
create table file_counts (
  owner_id uuid not null,
  -- The nil UUID stands for files without a folder.
  collection_id uuid not null,
  listed bigint not null,
  -- Of these, hidden by themselves.
  listed_hidden bigint not null,
  trashed bigint not null,
  trashed_hidden bigint not null,
  primary key (owner_id, collection_id)
) with (fillfactor = 70);

create table owner_totals (
  owner_id uuid primary key,
  listed bigint not null,
  listed_hidden bigint not null,
  trashed bigint not null,
  trashed_hidden bigint not null,
  -- Kept with the service, not in the owner's bucket.
  bytes bigint not null
) with (fillfactor = 50);

create table count_deltas (
  owner_id uuid not null,
  id bigint generated always as identity,
  collection_id uuid not null,
  listed integer not null default 0,
  listed_hidden integer not null default 0,
  trashed integer not null default 0,
  trashed_hidden integer not null default 0,
  bytes bigint not null default 0,
  primary key (owner_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One at a time for each owner, and nobody waits for it: what is missed now is folded the next time.
create function fold_counts(owner uuid) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(owner::text, 151)) then return; end if;
  with gone as (
    delete from count_deltas where owner_id = owner returning *),
  places as (
    insert into file_counts as f (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden)
    select owner, collection_id, sum(listed), sum(listed_hidden), sum(trashed), sum(trashed_hidden)
    from gone where bytes = 0 group by collection_id
    on conflict (owner_id, collection_id) do update set listed = f.listed + excluded.listed,
      listed_hidden = f.listed_hidden + excluded.listed_hidden, trashed = f.trashed + excluded.trashed,
      trashed_hidden = f.trashed_hidden + excluded.trashed_hidden)
  insert into owner_totals as t (owner_id, listed, listed_hidden, trashed, trashed_hidden, bytes)
  select owner, coalesce(sum(listed), 0), coalesce(sum(listed_hidden), 0), coalesce(sum(trashed), 0), coalesce(sum(trashed_hidden), 0),
    coalesce(sum(bytes), 0) from gone
  on conflict (owner_id) do update set listed = t.listed + excluded.listed, listed_hidden = t.listed_hidden + excluded.listed_hidden,
    trashed = t.trashed + excluded.trashed, trashed_hidden = t.trashed_hidden + excluded.trashed_hidden, bytes = t.bytes + excluded.bytes;
  delete from file_counts where owner_id = owner and listed = 0 and trashed = 0;
end $$;
create index file_counts_empty on file_counts (owner_id) where listed = 0 and trashed = 0;

-- About so many differences of an owner are left for the reader to add.
create function fold_sometimes(owners uuid[], added bigint) returns void language plpgsql as $$
declare
  owner uuid;
begin
  if random() < added / 32.0 then
    foreach owner in array owners loop
      perform fold_counts(owner);
    end loop;
  end if;
end $$;

create function count_files() returns trigger language plpgsql as $$
declare
  owners uuid[];
  added bigint;
begin
  if tg_op = 'INSERT' then
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden)
      select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'),
        count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is null and is_hidden),
        count(*) filter (where deleted_at is not null), count(*) filter (where deleted_at is not null and is_hidden)
      from after_rows where not chat_only group by 1, 2 returning owner_id)
    select array_agg(distinct owner_id), count(*) into owners, added from added_rows;
  elsif tg_op = 'DELETE' then
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden)
      select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'),
        -count(*) filter (where deleted_at is null), -count(*) filter (where deleted_at is null and is_hidden),
        -count(*) filter (where deleted_at is not null), -count(*) filter (where deleted_at is not null and is_hidden)
      from before_rows where not chat_only group by 1, 2 returning owner_id)
    select array_agg(distinct owner_id), count(*) into owners, added from added_rows;
  else
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden)
      select owner_id, place, sum(n * listed), sum(n * listed * hidden), sum(n * (1 - listed)), sum(n * (1 - listed) * hidden)
      from (
        select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000') as place, 1 as n,
          (deleted_at is null)::integer as listed, is_hidden::integer as hidden from after_rows where not chat_only
        union all
        select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'), -1,
          (deleted_at is null)::integer, is_hidden::integer from before_rows where not chat_only) changed
      group by 1, 2
      having sum(n * listed) <> 0 or sum(n * listed * hidden) <> 0 or sum(n * (1 - listed)) <> 0 or sum(n * (1 - listed) * hidden) <> 0
      returning owner_id)
    select array_agg(distinct owner_id), count(*) into owners, added from added_rows;
  end if;
  if added > 0 then perform fold_sometimes(owners, added); end if;
  return null;
end $$;
create trigger count_new_files after insert on objects referencing new table as after_rows
  for each statement execute function count_files();
create trigger count_changed_files after update on objects referencing old table as before_rows new table as after_rows
  for each statement execute function count_files();
create trigger count_gone_files after delete on objects referencing old table as before_rows
  for each statement execute function count_files();

create function count_bytes() returns trigger language plpgsql as $$
declare
  owners uuid[];
  added bigint;
begin
  if tg_op = 'INSERT' then
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, bytes) select owner_id, '00000000-0000-0000-0000-000000000000', sum(size)
      from after_rows where place = 'service' group by owner_id having sum(size) <> 0 returning owner_id)
    select array_agg(owner_id), count(*) into owners, added from added_rows;
  elsif tg_op = 'DELETE' then
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, bytes) select owner_id, '00000000-0000-0000-0000-000000000000', -sum(size)
      from before_rows where place = 'service' group by owner_id having sum(size) <> 0 returning owner_id)
    select array_agg(owner_id), count(*) into owners, added from added_rows;
  else
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, bytes) select owner_id, '00000000-0000-0000-0000-000000000000', sum(n * size)
      from (select owner_id, size, 1 as n from after_rows where place = 'service'
        union all select owner_id, size, -1 from before_rows where place = 'service') changed
      group by owner_id having sum(n * size) <> 0 returning owner_id)
    select array_agg(owner_id), count(*) into owners, added from added_rows;
  end if;
  if added > 0 then perform fold_sometimes(owners, added); end if;
  return null;
end $$;
create trigger count_new_bytes after insert on blobs referencing new table as after_rows
  for each statement execute function count_bytes();
create trigger count_changed_bytes after update on blobs referencing old table as before_rows new table as after_rows
  for each statement execute function count_bytes();
create trigger count_gone_bytes after delete on blobs referencing old table as before_rows
  for each statement execute function count_bytes();

insert into file_counts (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden)
  select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'),
    count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is null and is_hidden),
    count(*) filter (where deleted_at is not null), count(*) filter (where deleted_at is not null and is_hidden)
  from objects where not chat_only group by 1, 2;
insert into owner_totals (owner_id, listed, listed_hidden, trashed, trashed_hidden, bytes)
  select coalesce(f.owner_id, b.owner_id), coalesce(f.listed, 0), coalesce(f.listed_hidden, 0), coalesce(f.trashed, 0),
    coalesce(f.trashed_hidden, 0), coalesce(b.bytes, 0)
  from (select owner_id, sum(listed) as listed, sum(listed_hidden) as listed_hidden, sum(trashed) as trashed,
      sum(trashed_hidden) as trashed_hidden from file_counts group by owner_id) f
    full join (select owner_id, sum(size) as bytes from blobs where place = 'service' group by owner_id) b on b.owner_id = f.owner_id;

-- What hides folders is found by itself, not by looking at all folders of an owner.
create index collections_concealed on collections (owner_id, id) where is_concealed;
create index collections_in_themes on collections using gin (theme_ids) with (fastupdate = off);
