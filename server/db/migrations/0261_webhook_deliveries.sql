-- What was sent to a webhook, with its outcome: to be looked at, and sent again.
create table webhook_deliveries (
  owner_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  type text not null,
  object_id uuid,
  object_ids uuid[] not null default '{}',
  is_hidden boolean not null default false,
  data jsonb not null,
  happened_at timestamptz(3) not null,
  attempts integer not null,
  status integer,
  error text,
  given_up boolean not null,
  sent_at timestamptz(3) not null default now(),
  primary key (owner_id, id),
  foreign key (owner_id, webhook_id) references webhooks (owner_id, id) on delete cascade
);
create index webhook_deliveries_of on webhook_deliveries (owner_id, webhook_id, happened_at desc, id);
create index webhook_deliveries_by_age on webhook_deliveries (sent_at);
