-- How often words of an owner were forgotten: whoever remembers which words are known asks for them anew when it has changed.
create table search_forgotten (
  owner_id uuid primary key,
  times integer not null
);
