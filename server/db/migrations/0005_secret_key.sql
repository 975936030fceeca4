-- The name of the key that seals what is stored, so that a start with another key is noticed before it does harm.
create table service_state (
  name text primary key,
  value text not null
);
