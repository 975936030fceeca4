-- How a file came: brought by its owner, or by somebody else over a link, in a mail, from the web. Of files made by an operation,
-- what their sources were. Files from before count as the owner's, but mails and what has an address of its own.
alter table objects add column origin text not null default 'owner' check (origin in ('owner', 'link', 'mail', 'web'));
update objects set origin = case when kind = 'email' then 'mail' else 'web' end where kind = 'email' or source_url is not null;

-- Whether a run has read what somebody else wrote: it asks before its first change.
alter table agent_runs add column read_foreign boolean not null default false;
-- Its owner has said yes to a change since.
alter table agent_runs add column foreign_allowed boolean not null default false;

-- Whether words of files went into it; whoever reads it later reads those.
alter table calendar_events add column made_from text not null default 'owner' check (made_from in ('owner', 'files', 'others'));
alter table tasks add column made_from text not null default 'owner' check (made_from in ('owner', 'files', 'others'));
update tasks set made_from = 'files' where source_object_id is not null;
alter table agent_memories add column made_from text not null default 'owner' check (made_from in ('owner', 'files', 'others'));
