CREATE TABLE "monitor_value" (
    "monitor_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_id" UUID NOT NULL,
    "value" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "monitor_value_pkey" PRIMARY KEY ("monitor_id", "key", "name", "since"),
    CONSTRAINT "monitor_value_page_fkey" FOREIGN KEY ("monitor_id", "key") REFERENCES "monitor_page"("monitor_id", "key") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The one that a page has.
CREATE UNIQUE INDEX "monitor_value_open_key" ON "monitor_value"("monitor_id", "key", "name") WHERE "ended_at" IS NULL;
CREATE INDEX "monitor_value_monitor_id_name_since_idx" ON "monitor_value"("monitor_id", "name", "since");
CREATE INDEX "monitor_value_ended_at_idx" ON "monitor_value"("ended_at") WHERE "ended_at" IS NOT NULL;
CREATE INDEX "monitor_value_account_id_idx" ON "monitor_value"("account_id");
