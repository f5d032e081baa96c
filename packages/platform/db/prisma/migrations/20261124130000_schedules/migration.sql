-- What accounts have done again and again, and each time that it was due.
CREATE TABLE "schedule" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "api_key_id" UUID,
    "user_id" UUID,
    "test" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('batch', 'crawl', 'map')),
    "work" JSON NOT NULL,
    "secrets" BYTEA,
    "webhook_url" TEXT,
    "timing" TEXT NOT NULL,
    "cron" TEXT,
    "every_seconds" INTEGER,
    "timezone" TEXT NOT NULL,
    "spread_ms" INTEGER NOT NULL,
    "next_run_at" TIMESTAMPTZ(3),
    "paused_reason" TEXT CHECK ("paused_reason" IN ('caller', 'authority', 'no_more_times')),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "schedule_timing" CHECK (("cron" IS NULL) <> ("every_seconds" IS NULL)),
    CONSTRAINT "schedule_paused" CHECK (("next_run_at" IS NULL) = ("paused_reason" IS NOT NULL))
);

ALTER TABLE "schedule" ADD CONSTRAINT "schedule_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE INDEX "schedule_user_id_idx" ON "schedule"("user_id");
CREATE INDEX "schedule_account_id_id_idx" ON "schedule"("account_id", "id");
-- What is due is found here, whatever rests.
CREATE INDEX "schedule_due_idx" ON "schedule"("next_run_at") WHERE "next_run_at" IS NOT NULL;

CREATE TABLE "schedule_run" (
    "id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL CHECK ("state" IN ('pending', 'running', 'completed', 'partially_failed', 'failed', 'cancelled',
        'skipped_overlap', 'skipped_no_credits', 'skipped_limit')),
    "trigger" TEXT NOT NULL CHECK ("trigger" IN ('schedule', 'manual')),
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "try_at" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "work_id" UUID,
    "total" INTEGER,
    "succeeded" INTEGER,
    "failed" INTEGER,
    "cancelled" INTEGER,
    "cost_micros" BIGINT,
    "error" JSON,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "schedule_run_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "schedule_run_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "schedule_run_state" CHECK (("state" = 'pending') = ("try_at" IS NOT NULL)
        AND ("state" IN ('pending', 'running')) = ("finished_at" IS NULL))
);

CREATE UNIQUE INDEX "schedule_run_schedule_id_due_at_key" ON "schedule_run"("schedule_id", "due_at");
-- One at a time: a run that is due while another goes on is skipped.
CREATE UNIQUE INDEX "schedule_run_open_key" ON "schedule_run"("schedule_id") WHERE "finished_at" IS NULL;
CREATE INDEX "schedule_run_try_idx" ON "schedule_run"("try_at") WHERE "try_at" IS NOT NULL;
CREATE INDEX "schedule_run_running_idx" ON "schedule_run"("work_id") WHERE "state" = 'running';
CREATE INDEX "schedule_run_account_id_idx" ON "schedule_run"("account_id");
CREATE INDEX "schedule_run_due_at_idx" ON "schedule_run"("due_at");
