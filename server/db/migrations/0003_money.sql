-- Money is in whole micro-roubles. A record is one operation that was completed; a reservation is one that may still cost.
create table usage_records (
  owner_id uuid not null,
  id uuid not null,
  meter text not null,
  operation text not null,
  object_id uuid,
  prompt_tokens bigint not null default 0,
  total_tokens bigint not null default 0,
  audio_seconds bigint not null default 0,
  units bigint not null default 0,
  cost_micro bigint not null check (cost_micro >= 0),
  price_version text not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, id)
);
create index usage_by_time on usage_records (owner_id, created_at) include (meter, cost_micro);

create table reservations (
  owner_id uuid not null,
  id uuid not null,
  amount_micro bigint not null check (amount_micro >= 0),
  expires_at timestamptz(3) not null,
  primary key (owner_id, id)
);
create index reservations_by_expiry on reservations (expires_at);

create index blobs_of_service on blobs (owner_id) include (size) where place = 'service';
