-- What a calendar program has put, byte for byte, until the event is changed in another way.
alter table calendar_events add column source text;
