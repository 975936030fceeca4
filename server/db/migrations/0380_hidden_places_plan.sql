-- What is in a hidden theme is found by an index that only bitmaps use: also in statements that are planned without them
-- (server/db/index-order.ts), which would go through all folders instead.
alter function hidden_places(uuid) set enable_bitmapscan = on;
