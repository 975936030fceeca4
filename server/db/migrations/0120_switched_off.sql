-- Whether a person switched a connection off, or it has only never worked: a check that goes well switches the latter on.
alter table connections add column switched_off boolean not null default false;
update connections set switched_off = true where not enabled and status = 'ok';
