-- The only statement, so that it runs outside of a transaction. By time: what was under way before, and stays while an old transaction is open, is not read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_lease_idx" ON "webhook_delivery"("lease_until") WHERE "lease_until" IS NOT NULL;
