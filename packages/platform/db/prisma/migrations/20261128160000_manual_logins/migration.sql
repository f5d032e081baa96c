-- Browsers in which people sign in by hand. Nothing that is shown or typed is stored.
CREATE TABLE "manual_login" (
  "id" UUID NOT NULL,
  "account_id" UUID NOT NULL,
  "api_key_id" UUID,
  "actor" TEXT NOT NULL,
  "request" JSON NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deadline_at" TIMESTAMPTZ(3) NOT NULL,
  "opened_at" TIMESTAMPTZ(3),
  "ticket_hash" BYTEA,
  "ticket_origin" TEXT,
  "ticket_until" TIMESTAMPTZ(3),
  "channel_key" BYTEA,
  "viewer" INTEGER NOT NULL DEFAULT 0,
  "keep" JSON,
  "keep_error" JSON,
  "lease_until" TIMESTAMPTZ(3),
  "fence" INTEGER NOT NULL DEFAULT 0,
  "lost_leases" INTEGER NOT NULL DEFAULT 0,
  "ended_at" TIMESTAMPTZ(3),
  "outcome" TEXT,
  "error" JSON,
  "session_id" UUID,
  CONSTRAINT "manual_login_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "manual_login_account_id_idx" ON "manual_login"("account_id");
CREATE INDEX "manual_login_created_at_idx" ON "manual_login"("created_at");
