-- What the service said where a person has corrected it: it comes back when the correction is taken back, and is learned from.
alter table objects add column found jsonb;
-- A sketch of the text (MinHash), by which files of one kind are known.
alter table objects add column likeness integer[];
create index objects_corrected on objects (owner_id, updated_at desc)
  where likeness is not null and (corrections is not null or name_source = 'manual');
