-- How many bytes lie in each folder, kept with the counts of its files (0151): the size of a tree is the sum over its folders, and
-- no file is looked at. A folder that moves takes its sums along.
-- A process of the release before may be writing: what it counts meanwhile would have no bytes. In the order in which it takes them.
lock table objects, blobs in share row exclusive mode;
lock table count_deltas, owner_totals, file_counts in access exclusive mode;

alter table file_counts
  add column listed_bytes bigint not null default 0,
  -- Of these, hidden by themselves.
  add column listed_bytes_hidden bigint not null default 0;
alter table owner_totals
  add column listed_bytes bigint not null default 0,
  add column listed_bytes_hidden bigint not null default 0;
alter table count_deltas
  add column listed_bytes bigint not null default 0,
  add column listed_bytes_hidden bigint not null default 0;

-- So that the sums below are complete.
select fold_counts(owner_id) from (select distinct owner_id from count_deltas) waiting;

create or replace function fold_counts(owner uuid) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(owner::text, 151)) then return; end if;
  with gone as (
    delete from count_deltas where owner_id = owner returning *),
  places as (
    insert into file_counts as f (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden, listed_bytes, listed_bytes_hidden)
    select owner, collection_id, sum(listed), sum(listed_hidden), sum(trashed), sum(trashed_hidden), sum(listed_bytes), sum(listed_bytes_hidden)
    from gone where bytes = 0 group by collection_id
    on conflict (owner_id, collection_id) do update set listed = f.listed + excluded.listed,
      listed_hidden = f.listed_hidden + excluded.listed_hidden, trashed = f.trashed + excluded.trashed,
      trashed_hidden = f.trashed_hidden + excluded.trashed_hidden, listed_bytes = f.listed_bytes + excluded.listed_bytes,
      listed_bytes_hidden = f.listed_bytes_hidden + excluded.listed_bytes_hidden)
  insert into owner_totals as t (owner_id, listed, listed_hidden, trashed, trashed_hidden, bytes, listed_bytes, listed_bytes_hidden)
  select owner, coalesce(sum(listed), 0), coalesce(sum(listed_hidden), 0), coalesce(sum(trashed), 0), coalesce(sum(trashed_hidden), 0),
    coalesce(sum(bytes), 0), coalesce(sum(listed_bytes), 0), coalesce(sum(listed_bytes_hidden), 0) from gone
  on conflict (owner_id) do update set listed = t.listed + excluded.listed, listed_hidden = t.listed_hidden + excluded.listed_hidden,
    trashed = t.trashed + excluded.trashed, trashed_hidden = t.trashed_hidden + excluded.trashed_hidden, bytes = t.bytes + excluded.bytes,
    listed_bytes = t.listed_bytes + excluded.listed_bytes, listed_bytes_hidden = t.listed_bytes_hidden + excluded.listed_bytes_hidden;
  delete from file_counts where owner_id = owner and listed = 0 and trashed = 0;
end $$;

create or replace function count_files() returns trigger language plpgsql as $$
declare
  owners uuid[];
  added bigint;
begin
  if tg_op = 'INSERT' then
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden, listed_bytes, listed_bytes_hidden)
      select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'),
        count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is null and is_hidden),
        count(*) filter (where deleted_at is not null), count(*) filter (where deleted_at is not null and is_hidden),
        coalesce(sum(size) filter (where deleted_at is null), 0), coalesce(sum(size) filter (where deleted_at is null and is_hidden), 0)
      from after_rows where not chat_only group by 1, 2 returning owner_id)
    select array_agg(distinct owner_id), count(*) into owners, added from added_rows;
  elsif tg_op = 'DELETE' then
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden, listed_bytes, listed_bytes_hidden)
      select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'),
        -count(*) filter (where deleted_at is null), -count(*) filter (where deleted_at is null and is_hidden),
        -count(*) filter (where deleted_at is not null), -count(*) filter (where deleted_at is not null and is_hidden),
        -coalesce(sum(size) filter (where deleted_at is null), 0), -coalesce(sum(size) filter (where deleted_at is null and is_hidden), 0)
      from before_rows where not chat_only group by 1, 2 returning owner_id)
    select array_agg(distinct owner_id), count(*) into owners, added from added_rows;
  else
    with added_rows as (
      insert into count_deltas (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden, listed_bytes, listed_bytes_hidden)
      select owner_id, place, sum(n * listed), sum(n * listed * hidden), sum(n * (1 - listed)), sum(n * (1 - listed) * hidden),
        sum(n * listed * size), sum(n * listed * hidden * size)
      from (
        select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000') as place, 1 as n, size,
          (deleted_at is null)::integer as listed, is_hidden::integer as hidden from after_rows where not chat_only
        union all
        select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000'), -1, size,
          (deleted_at is null)::integer, is_hidden::integer from before_rows where not chat_only) changed
      group by 1, 2
      having sum(n * listed) <> 0 or sum(n * listed * hidden) <> 0 or sum(n * (1 - listed)) <> 0 or sum(n * (1 - listed) * hidden) <> 0
        or sum(n * listed * size) <> 0 or sum(n * listed * hidden * size) <> 0
      returning owner_id)
    select array_agg(distinct owner_id), count(*) into owners, added from added_rows;
  end if;
  if added > 0 then perform fold_sometimes(owners, added); end if;
  return null;
end $$;

update file_counts f set listed_bytes = k.bytes, listed_bytes_hidden = k.hidden
  from (select owner_id, coalesce(collection_id, '00000000-0000-0000-0000-000000000000') as place, sum(size) as bytes,
      coalesce(sum(size) filter (where is_hidden), 0) as hidden
    from objects where deleted_at is null and not chat_only group by 1, 2) k
  where f.owner_id = k.owner_id and f.collection_id = k.place;
update owner_totals t set listed_bytes = k.bytes, listed_bytes_hidden = k.hidden
  from (select owner_id, sum(listed_bytes) as bytes, sum(listed_bytes_hidden) as hidden from file_counts group by 1) k
  where t.owner_id = k.owner_id;
