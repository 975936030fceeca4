-- What was made from files knows which: `object_ids` are files, folders and themes, and while one of them is hidden, so is the
-- row. `is_hidden` is for good: it was made while the zone was open, or what it was made from was hidden and has been removed.
alter table usage_records add column is_hidden boolean not null default false;
alter table usage_records add column object_ids uuid[] not null default '{}';
alter table usage_records add column run_id uuid;
update usage_records set object_ids = array[object_id] where object_id is not null;
create index usage_by_object on usage_records using gin (object_ids);
create index usage_by_run on usage_records (owner_id, run_id) where run_id is not null;

alter table calendar_events add column is_hidden boolean not null default false;
alter table calendar_events add column object_ids uuid[] not null default '{}';
alter table tasks add column is_hidden boolean not null default false;
alter table tasks add column object_ids uuid[] not null default '{}';
update tasks set object_ids = array[source_object_id] where source_object_id is not null;
alter table changes add column is_hidden boolean not null default false;
alter table changes add column object_ids uuid[] not null default '{}';
alter table agent_memories add column is_hidden boolean not null default false;
alter table agent_memories add column object_ids uuid[] not null default '{}';
alter table ask_turns add column is_hidden boolean not null default false;
alter table events add column is_hidden boolean not null default false;
alter table events add column object_ids uuid[] not null default '{}';

-- The hidden files of an owner are found by what hides them, not by looking at all files.
create index objects_hidden on objects (owner_id, id) where is_hidden;

create function hidden_themes(owner uuid) returns uuid[] language sql stable
  return array(select t.id from themes t where t.owner_id = owner and t.is_hidden);

-- Something hidden is removed for good: what was made from it stays hidden.
create function keep_made_hidden(owner uuid, gone uuid) returns void language plpgsql as $$
begin
  update usage_records set is_hidden = true where owner_id = owner and object_ids @> array[gone] and not is_hidden;
  update calendar_events set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update tasks set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update changes set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update agent_memories set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update agent_runs set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update ask_turns set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update events set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
end $$;

create function object_removed() returns trigger language plpgsql as $$
begin
  if old.is_hidden or exists (select 1 from collections c where c.owner_id = old.owner_id and c.id = old.collection_id
      and (c.is_concealed or c.theme_ids && hidden_themes(old.owner_id))) then
    perform keep_made_hidden(old.owner_id, old.id);
  end if;
  return old;
end $$;
create trigger object_removed before delete on objects for each row execute function object_removed();

create function collection_removed() returns trigger language plpgsql as $$
begin
  if old.is_concealed or old.theme_ids && hidden_themes(old.owner_id) then
    perform keep_made_hidden(old.owner_id, old.id);
  end if;
  return old;
end $$;
create trigger collection_removed before delete on collections for each row execute function collection_removed();

create function theme_removed() returns trigger language plpgsql as $$
begin
  perform keep_made_hidden(old.owner_id, old.id);
  return old;
end $$;
create trigger theme_removed before delete on themes for each row when (old.is_hidden) execute function theme_removed();

-- A conversation is removed: what its hidden runs have cost stays hidden.
create function run_removed() returns trigger language plpgsql as $$
begin
  if old.is_hidden
    or exists (select 1 from objects o left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
      where o.owner_id = old.owner_id and o.id = any(old.object_ids)
        and (o.is_hidden or coalesce(c.is_concealed or c.theme_ids && hidden_themes(old.owner_id), false)))
    or exists (select 1 from collections c where c.owner_id = old.owner_id and c.id = any(old.object_ids)
      and (c.is_concealed or c.theme_ids && hidden_themes(old.owner_id)))
    or old.object_ids && hidden_themes(old.owner_id) then
    update usage_records set is_hidden = true where owner_id = old.owner_id and run_id = old.id and not is_hidden;
  end if;
  return old;
end $$;
create trigger run_removed before delete on agent_runs for each row execute function run_removed();

-- Grows with whatever is hidden or comes back: what is counted over visible files is counted anew then. Who has no row has never
-- hidden anything.
create table hidden_epochs (
  owner_id uuid primary key,
  epoch bigint not null
);
create function hiding_changed(owner uuid) returns void language sql as $$
  insert into hidden_epochs (owner_id, epoch) values (owner, 1)
  on conflict (owner_id) do update set epoch = hidden_epochs.epoch + 1
$$;
create function object_hiding() returns trigger language plpgsql as $$
begin
  if old.is_hidden <> new.is_hidden or exists (select 1 from collections c where c.owner_id = new.owner_id
      and c.id in (old.collection_id, new.collection_id)
      and (c.is_concealed or c.theme_ids && hidden_themes(new.owner_id))) then
    perform hiding_changed(new.owner_id);
  end if;
  return null;
end $$;
create function object_added() returns trigger language plpgsql as $$
begin
  if new.is_hidden or exists (select 1 from collections c where c.owner_id = new.owner_id and c.id = new.collection_id
      and (c.is_concealed or c.theme_ids && hidden_themes(new.owner_id))) then
    perform hiding_changed(new.owner_id);
  end if;
  return null;
end $$;
create trigger object_added after insert on objects for each row
  when (new.is_hidden or new.collection_id is not null) execute function object_added();
create trigger object_hiding after update of is_hidden, collection_id on objects for each row
  when (old.is_hidden <> new.is_hidden or old.collection_id is distinct from new.collection_id)
  execute function object_hiding();
create function place_hiding() returns trigger language plpgsql as $$
begin
  perform hiding_changed(new.owner_id);
  return null;
end $$;
create trigger collection_hiding after update of is_concealed, theme_ids on collections for each row
  when (old.is_concealed <> new.is_concealed or old.theme_ids is distinct from new.theme_ids)
  execute function place_hiding();
create trigger theme_hiding after update of is_hidden on themes for each row
  when (old.is_hidden <> new.is_hidden) execute function place_hiding();

insert into hidden_epochs (owner_id, epoch)
  select owner_id, 1 from objects where is_hidden union select owner_id, 1 from collections where is_concealed
  union select owner_id, 1 from themes where is_hidden;
