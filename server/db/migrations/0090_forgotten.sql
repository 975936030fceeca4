-- What the assistant was asked to forget can be taken back for a while, as with the trash; nobody is told of it meanwhile.
alter table agent_memories add column forgotten_at timestamptz;
create index agent_memories_forgotten on agent_memories (forgotten_at) where forgotten_at is not null;
