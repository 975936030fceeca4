-- Removing a row looks for those that point at it: without an index each of a thousand folders goes through all files.
create index objects_of_collection on objects (owner_id, collection_id) where collection_id is not null;
create index shares_of_collection on shares (owner_id, collection_id) where collection_id is not null;
create index shares_of_object on shares (owner_id, object_id) where object_id is not null;
create index invites_of_tenant on invites (tenant_id);
