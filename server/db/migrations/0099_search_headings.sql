-- The headings of a file, as the reader found them marked and as its lines show them; null where it was indexed before they were
-- kept, and then they are looked for in how its text begins.
alter table search_heads add column headings text[];
