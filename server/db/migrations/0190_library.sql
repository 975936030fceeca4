-- What people say of their own files: tags, favourites, and when they last opened one.
alter table objects add column tags text[] not null default '{}';
alter table objects add column is_favorite boolean not null default false;
alter table objects add column opened_at timestamptz(3);

-- Colours of tags, by their name in lower case.
create table tag_colors (
  owner_id uuid not null,
  name text not null,
  color text not null,
  primary key (owner_id, name)
);

-- What lists are filtered, sorted and counted by: a narrow copy of each file, kept by triggers, so that counting ten thousand files does not
-- read their descriptions. The columns that decide who sees a file have the names that they have in objects.
create table object_facts (
  owner_id uuid not null,
  id uuid not null,
  tenant_id uuid not null,
  collection_id uuid,
  is_hidden boolean not null,
  chat_only boolean not null,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  kind text not null,
  status text not null,
  doc_type text,
  categories text[] not null,
  -- The document's own date, else the day it was added.
  day date not null,
  amount double precision,
  people text[] not null,
  organisations text[] not null,
  tags text[] not null,
  is_favorite boolean not null,
  -- Files that nobody has opened come last.
  opened_at timestamptz(3) not null,
  -- Tags and keywords, people and organisations, as numbers made from the owner, the kind of label and its text in lower case.
  labels bigint[] not null,
  -- A fixed place in a random order: a sample is a range of it.
  spot integer not null,
  primary key (owner_id, id),
  foreign key (owner_id, id) references objects (owner_id, id) on delete cascade
);

create function label_key(owner uuid, sort text, label text) returns bigint language sql immutable parallel safe as $$
  select hashtextextended(owner::text || sort || lower(left(label, 200)), 190)
$$;

create function day_of(value text, otherwise timestamptz) returns date language plpgsql immutable parallel safe as $$
begin
  if value ~ '^\d{4}-\d\d-\d\d$' then return value::date; end if;
  return (otherwise at time zone 'UTC')::date;
exception when others then
  return (otherwise at time zone 'UTC')::date;
end $$;

-- Names in an array of entities, each once, at most so many.
create function names_of(entities jsonb, most integer) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(name order by place), '{}') from (
    select left(coalesce(nullif(e ->> 'normal', ''), e ->> 'text'), 200) as name, min(n) as place
    from jsonb_array_elements(case when jsonb_typeof(entities) = 'array' then entities else '[]' end) with ordinality as t (e, n)
    where jsonb_typeof(e) = 'object' and coalesce(nullif(e ->> 'normal', ''), e ->> 'text') is not null
    group by 1 order by 2 limit most) named
$$;

create function texts_of(list jsonb, most integer) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(left(v, 200) order by n), '{}') from (
    select v, n from jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end) with ordinality as t (v, n)
    where v is not null and v <> '' order by n limit most) named
$$;

-- Parties are people where they are among the people of the text, and organisations elsewhere.
create function keep_facts(o objects) returns void language plpgsql as $$
declare
  fields jsonb := case when jsonb_typeof(o.enrichment -> 'fields') = 'object' then o.enrichment -> 'fields' end;
  persons text[] := names_of(o.enrichment #> '{entities,people}', 20);
  companies text[] := names_of(o.enrichment #> '{entities,organisations}', 20);
  parties text[] := texts_of(fields -> 'parties', 10);
begin
  companies := companies || array(select distinct p from unnest(parties) p
    where not exists (select 1 from unnest(persons || companies) known where lower(known) = lower(p)));
  insert into object_facts as f (owner_id, id, tenant_id, collection_id, is_hidden, chat_only, deleted_at, created_at, kind, status, doc_type,
    categories, day, amount, people, organisations, tags, is_favorite, opened_at, labels, spot)
  values (o.owner_id, o.id, o.tenant_id, o.collection_id, o.is_hidden, o.chat_only, o.deleted_at, o.created_at, o.kind, o.status,
    o.enrichment ->> 'doc_type', o.categories, day_of(fields ->> 'document_date', o.created_at),
    case when jsonb_typeof(fields -> 'amount') = 'number' then (fields ->> 'amount')::double precision end,
    persons, companies, o.tags, o.is_favorite, coalesce(o.opened_at, '-infinity'),
    array(select label_key(o.owner_id, 'tag', t) from unnest(o.tags || texts_of(o.enrichment -> 'keywords', 50)) t
      union select label_key(o.owner_id, 'person', t) from unnest(persons) t
      union select label_key(o.owner_id, 'organisation', t) from unnest(companies) t),
    hashtext(o.id::text))
  on conflict (owner_id, id) do update set collection_id = excluded.collection_id, is_hidden = excluded.is_hidden,
    chat_only = excluded.chat_only, deleted_at = excluded.deleted_at, created_at = excluded.created_at, kind = excluded.kind,
    status = excluded.status, doc_type = excluded.doc_type, categories = excluded.categories, day = excluded.day, amount = excluded.amount, people = excluded.people,
    organisations = excluded.organisations, tags = excluded.tags, is_favorite = excluded.is_favorite,
    opened_at = excluded.opened_at, labels = excluded.labels;
end $$;

create function facts_of_said() returns trigger language plpgsql as $$
begin
  perform keep_facts(new);
  return null;
end $$;
create trigger facts_of_new after insert on objects for each row execute function facts_of_said();
create trigger facts_of_said after update of enrichment, categories, tags, created_at, kind on objects
  for each row execute function facts_of_said();

create function facts_of_moved() returns trigger language plpgsql as $$
begin
  update object_facts set collection_id = new.collection_id, is_hidden = new.is_hidden, chat_only = new.chat_only,
    deleted_at = new.deleted_at, status = new.status, is_favorite = new.is_favorite, opened_at = coalesce(new.opened_at, '-infinity')
  where owner_id = new.owner_id and id = new.id;
  return null;
end $$;
create trigger facts_of_moved after update of collection_id, is_hidden, chat_only, deleted_at, status, is_favorite, opened_at on objects
  for each row when ((old.collection_id, old.is_hidden, old.chat_only, old.deleted_at, old.status, old.is_favorite, old.opened_at)
    is distinct from (new.collection_id, new.is_hidden, new.chat_only, new.deleted_at, new.status, new.is_favorite, new.opened_at))
  execute function facts_of_moved();

select keep_facts(o) from objects o;

create index facts_by_day on object_facts (owner_id, day, id) where deleted_at is null and not chat_only;
create index facts_by_opening on object_facts (owner_id, opened_at, id) where deleted_at is null and not chat_only;
create index facts_by_amount on object_facts (owner_id, amount) where amount is not null and deleted_at is null and not chat_only;
create index facts_favorite on object_facts (owner_id, created_at, id) where is_favorite and deleted_at is null and not chat_only;
create index facts_unfiled on object_facts (owner_id, created_at, id) where collection_id is null and deleted_at is null and not chat_only;
create index facts_tagged on object_facts (owner_id, spot, id) where tags <> '{}' and deleted_at is null and not chat_only;
create index facts_by_spot on object_facts (owner_id, spot, id) where deleted_at is null and not chat_only;
create index facts_by_folder on object_facts (owner_id, collection_id) where deleted_at is null and not chat_only;
create index facts_by_type on object_facts (owner_id, doc_type) where deleted_at is null and not chat_only;
create index facts_by_kind on object_facts (owner_id, kind) where deleted_at is null and not chat_only;
create index facts_labelled on object_facts using gin (labels) with (fastupdate = off);
