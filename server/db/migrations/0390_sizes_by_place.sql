-- What the files of a hidden tree take is counted from the index alone.
create index blobs_sizes_by_place on blobs (owner_id, place, hash) include (size);
drop index blobs_by_place;
