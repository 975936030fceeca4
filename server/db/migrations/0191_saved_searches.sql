-- Questions that people ask again. What a search names (a folder, a theme) hides it while that is hidden.
create table saved_searches (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  filters jsonb not null,
  watch boolean not null,
  is_hidden boolean not null default false,
  object_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
create index saved_searches_watching on saved_searches (owner_id) where watch;

-- Which files a watched search has told of: each once.
create table search_matches (
  owner_id uuid not null,
  object_id uuid not null,
  search_id uuid not null,
  at timestamptz(3) not null default now(),
  primary key (owner_id, object_id, search_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade,
  foreign key (owner_id, search_id) references saved_searches (owner_id, id) on delete cascade
);
create index search_matches_of_search on search_matches (owner_id, search_id);

create or replace function keep_made_hidden(owner uuid, gone uuid) returns void language plpgsql as $$
begin
  update usage_records set is_hidden = true where owner_id = owner and object_ids @> array[gone] and not is_hidden;
  update calendar_events set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update tasks set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update changes set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update agent_memories set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update agent_runs set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update ask_turns set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update events set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
  update saved_searches set is_hidden = true where owner_id = owner and gone = any(object_ids) and not is_hidden;
end $$;
