-- All sessions of an account, those that are deleted too: they go with it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "login_session_of_account_idx" ON "login_session"("account_id");
