-- The only statement, so that it runs outside of a transaction: jobs are written meanwhile.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_waiting_lane_idx" ON "job"("account_id", COALESCE("line", "host"), (COALESCE("api_key_id"::text, '') || ' ' || CASE WHEN "test" THEN '0' ELSE "plan"->'steps'->0->>'priceMicros' END), "id") WHERE "finished_at" IS NULL AND "queued_at" IS NULL;
