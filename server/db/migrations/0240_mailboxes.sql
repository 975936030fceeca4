-- Mailboxes of people (IMAP), whose letters come in as files.

create table mailboxes (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  host text not null,
  port int not null,
  security text not null check (security in ('tls', 'starttls')),
  username text not null,
  -- The password, sealed.
  secret text not null,
  folder text not null,
  -- What is done with a letter that was taken.
  after text not null check (after in ('none', 'seen', 'flagged', 'move')),
  move_to text not null,
  attachments boolean not null,
  enabled boolean not null,
  status text not null check (status in ('ok', 'error')),
  -- A sentence in each language.
  last_error jsonb,
  -- How often in a row it has failed: the pauses grow.
  failures int not null default 0,
  last_checked_at timestamptz(3),
  next_check_at timestamptz(3) not null default now(),
  -- Up to where the letters have been looked at; a UID means something only together with its validity.
  uid_validity bigint not null default 0,
  last_uid bigint not null default 0,
  taken bigint not null default 0,
  skipped bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
create index mailboxes_next on mailboxes (next_check_at) where enabled;

-- Letters that were taken, by their bytes: they stay taken when the server counts anew, and when the file was removed.
create table mailbox_letters (
  owner_id uuid not null,
  mailbox_id uuid not null,
  hash bytea not null,
  taken_at timestamptz(3) not null default now(),
  primary key (owner_id, mailbox_id, hash),
  foreign key (owner_id, mailbox_id) references mailboxes (owner_id, id) on delete cascade
);
