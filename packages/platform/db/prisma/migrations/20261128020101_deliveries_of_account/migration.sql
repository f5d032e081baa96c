-- Deliveries of an account by their time, those about one job, and those that send another one again.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_of_account_idx" ON "webhook_delivery"("account_id", "created_at", "id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_job_idx" ON "webhook_delivery"("job_id") WHERE "job_id" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_replay_idx" ON "webhook_delivery"("replay_of") WHERE "replay_of" IS NOT NULL;
