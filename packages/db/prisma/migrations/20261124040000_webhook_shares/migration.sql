-- Accounts take turns before their hosts do.
CREATE INDEX "webhook_delivery_open_idx" ON "webhook_delivery"("account_id", "host", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
DROP INDEX "webhook_delivery_due_idx";

-- How much of its minute an account has used up, by when all of it is there again.
CREATE TABLE "webhook_pace" (
    "account_id" UUID NOT NULL,
    "attempts_full_at" TIMESTAMPTZ(6) NOT NULL,
    "bytes_full_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "webhook_pace_pkey" PRIMARY KEY ("account_id")
);

-- Rows that are changed in place: room on the page keeps them there.
ALTER TABLE "webhook_pace" SET (fillfactor = 50);
