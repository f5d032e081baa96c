-- Endpoints that fail: the scheduler looks among them for those that have failed too long.
CREATE INDEX "webhook_endpoint_failing_idx" ON "webhook_endpoint"("failing_since") WHERE "is_active" AND "failing_since" IS NOT NULL;
