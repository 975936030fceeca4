-- Reasons are kept in both languages, {"en", "ru"}, and told in the reader's.
alter table objects alter column suggested_reason type jsonb
  using case when suggested_reason is null then null else jsonb_build_object('en', suggested_reason, 'ru', suggested_reason) end;
alter table objects alter column error type jsonb
  using case when error is null then null else jsonb_build_object('en', error, 'ru', error) end;

-- What was changed for the owner by the service or the agent, and why. Values are JSON; undone_at says that it was taken back.
create table changes (
  owner_id uuid not null,
  id uuid not null,
  by text not null check (by in ('service', 'agent')),
  subject text not null,
  subject_id uuid not null,
  field text not null,
  before jsonb,
  after jsonb,
  why jsonb not null,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  primary key (owner_id, id)
);
create index changes_of_subject on changes (owner_id, subject_id);
