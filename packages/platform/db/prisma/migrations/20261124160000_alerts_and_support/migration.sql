-- Rules of accounts that watch their jobs and their money, what these rules count, and what came of it.
CREATE TABLE "alert_rule" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT '',
    "conditions" JSONB NOT NULL,
    "channels" JSONB NOT NULL,
    "secrets" BYTEA NOT NULL,
    "cooldown_minutes" INTEGER NOT NULL,
    "notify_resolved" BOOLEAN NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_firing" BOOLEAN NOT NULL DEFAULT false,
    "value" DOUBLE PRECISION,
    "seen_micros" BIGINT,
    "fired_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "alert_rule_account_id_name_key" ON "alert_rule"("account_id", "name");
CREATE INDEX "alert_rule_check_at_idx" ON "alert_rule"("check_at") WHERE "check_at" IS NOT NULL;

CREATE TABLE "alert_scope" (
    "account_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "is_changed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "alert_scope_pkey" PRIMARY KEY ("account_id", "scope")
);

CREATE INDEX "alert_scope_changed_idx" ON "alert_scope"("account_id", "scope") WHERE "is_changed";
-- Rows that are changed in place by each job that ends: room on the page keeps them there.
ALTER TABLE "alert_scope" SET (fillfactor = 50);

CREATE TABLE "alert_slot" (
    "account_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "completed" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "total_ms" BIGINT NOT NULL,

    CONSTRAINT "alert_slot_pkey" PRIMARY KEY ("account_id", "scope", "starts_at")
);

CREATE INDEX "alert_slot_starts_at_idx" ON "alert_slot"("starts_at");

CREATE TABLE "alert_event" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "rule_name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "value" DOUBLE PRECISION,
    "threshold" DOUBLE PRECISION NOT NULL,
    "message" TEXT NOT NULL,
    "mails" INTEGER NOT NULL DEFAULT 0,
    "delivery_ids" UUID[] NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "alert_event_account_id_created_at_idx" ON "alert_event"("account_id", "created_at");
CREATE INDEX "alert_event_rule_id_created_at_idx" ON "alert_event"("rule_id", "created_at");
CREATE INDEX "alert_event_created_at_idx" ON "alert_event"("created_at");

-- Where a delivery goes whose address is a secret, and in which shape.
ALTER TABLE "webhook_delivery" ADD COLUMN "channel" TEXT;
ALTER TABLE "webhook_delivery" ADD COLUMN "destination" BYTEA;

-- What people ask the operator, and what is answered.
CREATE TABLE "support_ticket" (
    "id" UUID NOT NULL,
    "readable_id" TEXT NOT NULL,
    "account_id" UUID,
    "user_id" UUID,
    "email" TEXT,
    "name" TEXT,
    "subject" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_ticket_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_ticket_asker" CHECK (("account_id" IS NULL) <> ("email" IS NULL)),
    CONSTRAINT "support_ticket_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "support_ticket_readable_id_key" ON "support_ticket"("readable_id");
CREATE INDEX "support_ticket_account_id_idx" ON "support_ticket"("account_id");
CREATE INDEX "support_ticket_user_id_idx" ON "support_ticket"("user_id");
CREATE INDEX "support_ticket_email_idx" ON "support_ticket"("email");
CREATE INDEX "support_ticket_updated_at_idx" ON "support_ticket"("updated_at");

CREATE TABLE "support_message" (
    "id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "support_message_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_message_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "support_ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "support_message_ticket_id_id_idx" ON "support_message"("ticket_id", "id");
