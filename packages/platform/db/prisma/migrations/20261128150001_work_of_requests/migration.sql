-- Work by the request that asked for it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_request_id_idx" ON "job"("request_id") WHERE "request_id" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "batch_request_id_idx" ON "batch"("request_id") WHERE "request_id" IS NOT NULL;
