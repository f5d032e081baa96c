-- How much of its minute an account has used up, by when all of it is there again.
CREATE TABLE "webhook_pace" (
    "account_id" UUID NOT NULL,
    "attempts_full_at" TIMESTAMPTZ(6) NOT NULL,
    "bytes_full_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "webhook_pace_pkey" PRIMARY KEY ("account_id")
);

-- Rows that are changed in place: room on the page keeps them there.
ALTER TABLE "webhook_pace" SET (fillfactor = 50);
