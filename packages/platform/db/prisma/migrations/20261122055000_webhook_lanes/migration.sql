-- Deliveries that are due, by receiver and account: those of one account wait behind each other, and not behind another's.
DROP INDEX "webhook_delivery_due_idx";
CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery"("host", "account_id", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;

-- What is being sent at the moment.
CREATE INDEX "webhook_delivery_leased_idx" ON "webhook_delivery"("host", "account_id") WHERE "lease_until" IS NOT NULL;
