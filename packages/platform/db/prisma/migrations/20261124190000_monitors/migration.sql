-- Pages that are watched: a monitor is a schedule whose runs are judged.
ALTER TABLE "schedule" ADD COLUMN "is_monitor" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "monitor" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "watch" JSON NOT NULL,
    "notify_on" TEXT[] NOT NULL,
    "is_known" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "monitor_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "monitor_id_fkey" FOREIGN KEY ("id") REFERENCES "schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitor_account_id_id_idx" ON "monitor"("account_id", "id");

CREATE TABLE "monitor_check" (
    "run_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "try_at" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "again_batch_id" UUID,
    "again_until" TIMESTAMPTZ(3),
    "counts" JSON,
    "judged_at" TIMESTAMPTZ(3),

    CONSTRAINT "monitor_check_pkey" PRIMARY KEY ("run_id"),
    CONSTRAINT "monitor_check_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "schedule_run"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "monitor_check_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "monitor_check_open" CHECK (("try_at" IS NULL) = ("judged_at" IS NOT NULL))
);
-- What is to be judged is found here, whatever rests.
CREATE INDEX "monitor_check_try_idx" ON "monitor_check"("try_at") WHERE "try_at" IS NOT NULL;
CREATE INDEX "monitor_check_monitor_id_due_at_idx" ON "monitor_check"("monitor_id", "due_at");
CREATE INDEX "monitor_check_account_id_idx" ON "monitor_check"("account_id");

CREATE TABLE "monitor_page" (
    "monitor_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "state" TEXT NOT NULL CHECK ("state" IN ('new', 'same', 'changed', 'removed', 'error')),
    "error" TEXT,
    "is_gone" BOOLEAN NOT NULL DEFAULT false,
    "missing" INTEGER NOT NULL DEFAULT 0,
    "mask" JSON,
    "run_id" UUID NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3),

    CONSTRAINT "monitor_page_pkey" PRIMARY KEY ("monitor_id", "key"),
    CONSTRAINT "monitor_page_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitor_page_account_id_idx" ON "monitor_page"("account_id");

CREATE TABLE "monitor_chain" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "first_version" BYTEA NOT NULL,
    "deltas" BYTEA NOT NULL,
    "times" TIMESTAMPTZ(3)[] NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "monitor_chain_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "monitor_chain_page_fkey" FOREIGN KEY ("monitor_id", "key") REFERENCES "monitor_page"("monitor_id", "key") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The one that goes on.
CREATE UNIQUE INDEX "monitor_chain_open_key" ON "monitor_chain"("monitor_id", "key") WHERE "ended_at" IS NULL;
CREATE INDEX "monitor_chain_monitor_id_key_idx" ON "monitor_chain"("monitor_id", "key");
CREATE INDEX "monitor_chain_ended_at_idx" ON "monitor_chain"("ended_at") WHERE "ended_at" IS NOT NULL;
CREATE INDEX "monitor_chain_account_id_idx" ON "monitor_chain"("account_id");

CREATE TABLE "monitor_change" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "url" TEXT NOT NULL,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('new', 'changed', 'removed')),
    "changes" JSON NOT NULL,
    "total" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "patch" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "monitor_change_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "monitor_change_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- A check tells a page once.
CREATE UNIQUE INDEX "monitor_change_run_id_key_key" ON "monitor_change"("run_id", "key");
CREATE INDEX "monitor_change_monitor_id_id_idx" ON "monitor_change"("monitor_id", "id");
CREATE INDEX "monitor_change_created_at_idx" ON "monitor_change"("created_at");
CREATE INDEX "monitor_change_account_id_idx" ON "monitor_change"("account_id");
