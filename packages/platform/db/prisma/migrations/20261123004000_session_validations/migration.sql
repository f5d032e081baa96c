-- Where a login is validated, and when it is looked at again by itself.
ALTER TABLE "login_session"
    ADD COLUMN "site" TEXT,
    ADD COLUMN "validate_at" TIMESTAMPTZ(3),
    ADD COLUMN "unclear_validations" INTEGER NOT NULL DEFAULT 0;

-- What is due first; a session that has just failed three times has no time yet, and is due at once.
DROP INDEX "login_session_pending_idx";
CREATE INDEX "login_session_pending_idx" ON "login_session"((COALESCE("validate_at", '-infinity'))) WHERE "status" = 'pending_validation';

-- The validation of a session that is under way, or the last one for as long as somebody may wait for its result.
CREATE TABLE "login_session_validation" (
    "session_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "stage" TEXT NOT NULL DEFAULT 'http',
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lost_leases" INTEGER NOT NULL DEFAULT 0,
    "findings" JSONB,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_session_validation_pkey" PRIMARY KEY ("session_id"),
    CONSTRAINT "login_session_validation_stage_check" CHECK ("stage" IN ('http', 'browser')),
    CONSTRAINT "login_session_validation_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "login_session"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "login_session_validation_open_idx" ON "login_session_validation"("queued_at") WHERE "ended_at" IS NULL;
CREATE INDEX "login_session_validation_ended_at_idx" ON "login_session_validation"("ended_at") WHERE "ended_at" IS NOT NULL;
