-- What each device did to the files and folders of its owner over WebDAV, and how things were before.
create table device_deeds (
  owner_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  -- What is shown: numbers in the open would tell how much was done that is hidden by now.
  key uuid not null default gen_random_uuid(),
  token_id uuid not null,
  -- How the device was called: its token may have been removed since.
  device text not null,
  -- `removed`: for good, so that there is no file to name any more.
  what text not null check (what in ('added', 'changed', 'moved', 'deleted', 'restored', 'removed')),
  object_id uuid,
  folder_id uuid,
  place_before uuid,
  name_before text,
  hash_before text,
  version_before int,
  icon_before text,
  theme_before uuid,
  place_after uuid,
  name_after text,
  hash_after text,
  -- When the file came into the trash with it: one that others have put there since is theirs.
  trashed_at timestamptz(3),
  -- The folder that was made in place of one that had been deleted.
  restored_id uuid,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  -- Why it could not be undone.
  left_why text,
  -- The task that has undone or left it.
  settled_by uuid,
  primary key (owner_id, id),
  unique (owner_id, key),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index device_deeds_of_token on device_deeds (owner_id, token_id, id);
create index device_deeds_open on device_deeds (owner_id, token_id, id) where undone_at is null and left_why is null;
create index device_deeds_of_object on device_deeds (owner_id, object_id) where object_id is not null;
create index device_deeds_of_folder on device_deeds (owner_id, folder_id) where folder_id is not null;
create index device_deeds_of_task on device_deeds (owner_id, settled_by) where settled_by is not null;
create index device_deeds_by_age on device_deeds (created_at);

-- Somebody else asks for the very same: one who calls it off does not end it for them.
alter table mcp_calls add column is_joined boolean not null default false;
create index mcp_calls_of_run on mcp_calls (owner_id, run_id);
