-- A vector for each window, two bytes a dimension behind a scale of four; null where the encoder does not know the language.
-- `seq` tells a process that keeps an owner's vectors in memory what is new since it last looked.
create table search_vectors (
  owner_id uuid not null,
  object_id uuid not null,
  ord integer not null,
  version integer not null,
  model text not null,
  dim integer not null,
  vector bytea,
  seq bigint generated always as identity,
  primary key (owner_id, object_id, ord),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);
create index search_vectors_by_seq on search_vectors (owner_id, model, seq);

-- Objects whose windows all have been through this model.
create table search_embedded (
  owner_id uuid not null,
  object_id uuid not null,
  version integer not null,
  model text not null,
  primary key (owner_id, object_id),
  foreign key (owner_id, object_id) references objects (owner_id, id) on delete cascade
);

-- What vectors of unrelated texts look like: a few dozen sentences about nothing in particular.
create table search_models (
  model text primary key,
  dim integer not null,
  background bytea not null
);
