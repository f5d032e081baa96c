-- Jobs and webhooks that the service gave up, and what a day shift has to look at first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_dead_idx" ON "job"("id") WHERE "status" = 'failed' AND ("error"->>'code') IN ('INTERNAL', 'OUTCOME_UNKNOWN', 'EXTRACTION_FAILED');
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_failed_idx" ON "webhook_delivery"("created_at", "id") WHERE "state" = 'failed';
