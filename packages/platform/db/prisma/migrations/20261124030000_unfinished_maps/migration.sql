-- Of a table that holds the maps of a day: writers wait for a moment.
CREATE INDEX "site_map_unfinished_idx" ON "site_map"("account_id") WHERE "ended_at" IS NULL;
