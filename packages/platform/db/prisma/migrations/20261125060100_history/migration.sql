-- All jobs of an account, by their time: ids begin with it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_of_account_idx" ON "job"("account_id", "id");
