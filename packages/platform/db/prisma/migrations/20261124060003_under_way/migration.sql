-- The only statement, so that it runs outside of a transaction: jobs are written meanwhile.
CREATE INDEX CONCURRENTLY "job_under_way_idx" ON "job"("account_id", "queued_at") WHERE "finished_at" IS NULL AND "queued_at" IS NOT NULL AND "batch_id" IS NOT NULL;
