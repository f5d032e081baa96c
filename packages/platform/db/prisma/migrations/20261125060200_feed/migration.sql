-- Batches and crawls of an account by their end.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "batch_ended_idx" ON "batch"("account_id", "finished_at", "id") WHERE "finished_at" IS NOT NULL;
