-- The open jobs of an account: what the audit of its holds adds up, and what ends when it is deleted.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_open_of_account_idx" ON "job"("account_id", "id") WHERE "finished_at" IS NULL;
-- Those that have ended, beside the ones of test keys (`job_ended_idx` has the others).
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_ended_test_idx" ON "job"("account_id", "finished_at") WHERE "finished_at" IS NOT NULL AND "test";
