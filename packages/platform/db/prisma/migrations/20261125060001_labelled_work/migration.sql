-- Work of an account by what its caller calls it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_external_id_idx" ON "job"("account_id", "external_id", "id") WHERE "external_id" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "batch_external_id_idx" ON "batch"("account_id", "external_id", "created_at", "id") WHERE "external_id" IS NOT NULL;
