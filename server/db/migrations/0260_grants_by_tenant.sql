-- What is open in a tenant, the newest first.
create index grants_by_tenant on grants (tenant_id, created_at desc, id);
