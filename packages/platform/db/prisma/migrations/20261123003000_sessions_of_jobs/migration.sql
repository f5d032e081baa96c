-- The login session that a job is sent with.
ALTER TABLE "job" ADD COLUMN "session_id" UUID;

-- Uses are by far the most events of a session, and are purged before all others.
CREATE INDEX "login_session_event_uses_idx" ON "login_session_event"("created_at") WHERE "action" = 'used_for_scrape';
