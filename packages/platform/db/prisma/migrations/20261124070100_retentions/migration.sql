-- What is past its retention is found by an index, whatever the size of the table.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "usage_quarter_starts_at_idx" ON "usage_quarter"("starts_at");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entry_created_at_idx" ON "audit_entry"("created_at");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_event_created_at_idx" ON "payment_event"("created_at");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "login_session_event_created_at_idx" ON "login_session_event"("created_at");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_unpaid_idx" ON "checkout"("created_at") WHERE "status" <> 'paid';
CREATE INDEX CONCURRENTLY IF NOT EXISTS "api_key_revoked_idx" ON "api_key"("revoked_at") WHERE "revoked_at" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "api_key_expires_idx" ON "api_key"("expires_at") WHERE "expires_at" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "login_session_deleted_idx" ON "login_session"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "search_answered_idx" ON "search"("created_at") WHERE "answer" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "oauth_code_unused_idx" ON "oauth_code"("expires_at") WHERE "api_key_id" IS NULL;
