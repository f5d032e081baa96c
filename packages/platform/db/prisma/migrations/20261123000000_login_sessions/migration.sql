-- Logins that callers have brought, to scrape what only their users see.
CREATE TABLE "login_session" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "cookie_names" TEXT[] NOT NULL,
    "header_names" TEXT[] NOT NULL,
    "data_key" BYTEA,
    "secret" BYTEA,
    "version" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'active',
    "expires_at" TIMESTAMPTZ(3),
    "cookies_expire_at" TIMESTAMPTZ(3),
    "last_validated_at" TIMESTAMPTZ(3),
    "validation_confidence" INTEGER,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMPTZ(3),
    "total_requests" BIGINT NOT NULL DEFAULT 0,
    "successful_requests" BIGINT NOT NULL DEFAULT 0,
    "rejected_requests" BIGINT NOT NULL DEFAULT 0,
    "last_page" TEXT,
    "notes" TEXT,
    "organization_id" UUID,
    "shared_by" UUID,
    "shared_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_session_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "login_session_status_check" CHECK ("status" IN ('active', 'expired', 'invalid', 'pending_validation', 'inactive')),
    CONSTRAINT "login_session_secret_check" CHECK (("secret" IS NULL) = ("data_key" IS NULL) AND ("secret" IS NULL) = ("status" = 'inactive')),
    CONSTRAINT "login_session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "login_session_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("account_id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE INDEX "login_session_account_id_idx" ON "login_session"("account_id", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "login_session_organization_id_idx" ON "login_session"("organization_id") WHERE "organization_id" IS NOT NULL;
CREATE INDEX "login_session_expires_at_idx" ON "login_session"((LEAST("expires_at", "cookies_expire_at"))) WHERE "status" IN ('active', 'invalid', 'pending_validation');
CREATE INDEX "login_session_pending_idx" ON "login_session"("id") WHERE "status" = 'pending_validation';

-- What has happened to a session, and who did it. Append only for as long as the account is there.
CREATE TABLE "login_session_event" (
    "id" BIGSERIAL NOT NULL,
    "session_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_session_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "login_session_event_session_id_idx" ON "login_session_event"("session_id", "id");
CREATE INDEX "login_session_event_account_id_idx" ON "login_session_event"("account_id");
