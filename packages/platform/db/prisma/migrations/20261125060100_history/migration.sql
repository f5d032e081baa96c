-- All jobs of an account, by their time: ids begin with it. Partial, so that only statements about a span of ids may take it, and none in place of
-- an index that suits it better.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_of_account_idx" ON "job"("account_id", "id") WHERE "id" IS NOT NULL;
