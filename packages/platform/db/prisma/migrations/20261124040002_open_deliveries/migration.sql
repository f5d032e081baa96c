-- Accounts take turns before their hosts do. Deliveries are written meanwhile.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_open_idx" ON "webhook_delivery"("account_id", "host", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
