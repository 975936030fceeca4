-- What only hidden files take is kept beside the number that says how often hiding has changed. So that number grows with everything
-- that this sum depends on: hidden files that go for good, bytes that more than one file uses, and bytes that are taken elsewhere.
-- Whoever was at work when it was counted may have looked before the change, and so have told nothing: it holds once all of them
-- (transactions before `seen_before`) have ended and it was counted again (`is_final`).
create table hidden_bytes (
  owner_id uuid primary key,
  epoch bigint not null,
  bytes bigint not null,
  seen_before bigint not null,
  is_final boolean not null
);

-- Of those who have ever hidden anything; the others have no such sum.
create function shared_bytes_changed(owners uuid[], ids uuid[], hashes text[]) returns void language plpgsql as $$
begin
  perform hiding_changed(changed.owner_id) from (
    select distinct t.owner_id from unnest(owners, ids, hashes) as t(owner_id, id, hash)
    where exists (select 1 from hidden_epochs e where e.owner_id = t.owner_id)
      and exists (select 1 from objects o where o.owner_id = t.owner_id and o.content_hash = t.hash and o.id <> t.id)
    order by t.owner_id) changed;
end $$;

create function bytes_were_shared() returns trigger language plpgsql as $$
begin
  perform shared_bytes_changed(array_agg(c.owner_id), array_agg(c.id), array_agg(c.content_hash)) from changed c
    where exists (select 1 from hidden_epochs e where e.owner_id = c.owner_id) having count(*) > 0;
  return null;
end $$;
create trigger bytes_were_shared after insert on objects referencing new table as changed
  for each statement execute function bytes_were_shared();

-- Once for all that went, behind the locks on all of them: whoever waits for one of these files must not be waited for. Of a folder
-- that has gone as well it is not known any more whether it was hidden.
create function bytes_were_left() returns trigger language plpgsql as $$
begin
  perform hiding_changed(gone.owner_id) from (
    select distinct c.owner_id from changed c
    where exists (select 1 from hidden_epochs e where e.owner_id = c.owner_id)
      and (c.is_hidden or place_is_hidden(c.owner_id, c.collection_id)
        or exists (select 1 from objects o where o.owner_id = c.owner_id and o.content_hash = c.content_hash)
        or c.collection_id is not null and not exists (
          select 1 from collections p where p.owner_id = c.owner_id and p.id = c.collection_id))
    order by c.owner_id) gone;
  return null;
end $$;
create trigger bytes_were_left after delete on objects referencing old table as changed
  for each statement execute function bytes_were_left();

create function bytes_were_replaced() returns trigger language plpgsql as $$
begin
  -- A hidden file has other bytes now, or a file has bytes that another had already, or no longer.
  if old.is_hidden or new.is_hidden or place_is_hidden(new.owner_id, new.collection_id) then
    perform hiding_changed(new.owner_id);
  else
    perform shared_bytes_changed(array[new.owner_id, new.owner_id], array[new.id, new.id], array[old.content_hash, new.content_hash]);
  end if;
  return null;
end $$;
create trigger bytes_were_replaced after update of content_hash on objects
  for each row when (old.content_hash is distinct from new.content_hash) execute function bytes_were_replaced();

create function blobs_were_placed() returns trigger language plpgsql as $$
begin
  perform hiding_changed(new.owner_id) where exists (select 1 from hidden_epochs e where e.owner_id = new.owner_id);
  return null;
end $$;
create trigger blobs_were_placed after update of place, size on blobs
  for each row when (old.place <> new.place or old.size <> new.size) execute function blobs_were_placed();
