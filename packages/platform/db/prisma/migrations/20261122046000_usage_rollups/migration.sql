-- AlterTable
ALTER TABLE "balance" ADD COLUMN "revenue_micros" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "transactions" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN "balance_after_micros" BIGINT;

-- AlterTable
ALTER TABLE "ledger_checkpoint" ADD COLUMN "revenue_micros" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "usage_quarter" (
    "account_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "api_key_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "usage_quarter_pkey" PRIMARY KEY ("account_id","starts_at","api_key_id","outcome","mode","tier")
);

-- CreateTable
CREATE TABLE "usage_domain" (
    "account_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "host" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "usage_domain_pkey" PRIMARY KEY ("account_id","month","host")
);

-- CreateIndex
CREATE INDEX "usage_domain_month_idx" ON "usage_domain"("month");

-- DropIndex
DROP INDEX "job_account_id_created_at_idx";


-- What Prisma's schema language cannot say.

-- Parts of a quarter hour are counted from the jobs themselves.
CREATE INDEX "job_ended_idx" ON "job"("account_id", "finished_at") WHERE "finished_at" IS NOT NULL AND NOT "test";

-- Entries of an account that no job made, among millions that jobs made.
CREATE INDEX "ledger_entry_payments_idx" ON "ledger_entry"("account_id", "id") WHERE "kind" NOT IN ('hold', 'capture', 'release');

-- Rows that are counted up in place: room on the page keeps those updates out of the indexes.
ALTER TABLE "usage_quarter" SET (fillfactor = 70);
ALTER TABLE "usage_domain" SET (fillfactor = 70);

-- From here on all of it is kept by the statements that write entries and end jobs. What was before is counted once, while none of
-- them can move money.
LOCK TABLE "balance" IN SHARE ROW EXCLUSIVE MODE;

UPDATE "balance" SET "revenue_micros" = s.used, "transactions" = s.transactions
FROM (
  SELECT "account_id", COALESCE(sum("amount_micros") FILTER (WHERE "kind" = 'capture'), 0) AS used,
         count(*) FILTER (WHERE "kind" NOT IN ('hold', 'release')) AS transactions
  FROM "ledger_entry" GROUP BY "account_id"
) AS s WHERE s."account_id" = "balance"."account_id";

-- The audit begins again, and counts what was used as well.
DELETE FROM "ledger_checkpoint";
UPDATE "ledger_audit" SET "position" = '{}';

-- Not counted: test jobs, and jobs that no queue or database took.
INSERT INTO "usage_quarter"
SELECT "account_id", date_bin('15 minutes', "finished_at", 'epoch'),
       COALESCE("api_key_id", '00000000-0000-0000-0000-000000000000'),
       CASE WHEN "cached_from" IS NOT NULL THEN 'cached' ELSE "status" END, COALESCE("delivered_mode", ''),
       CASE WHEN "status" = 'completed' AND "cached_from" IS NULL THEN "tier" ELSE '' END,
       count(*), sum("cost_micros")
FROM "job"
WHERE "finished_at" IS NOT NULL AND NOT "test"
  AND COALESCE("error"->>'code', '') NOT IN ('QUEUE_UNAVAILABLE', 'SERVICE_UNAVAILABLE')
GROUP BY 1, 2, 3, 4, 5, 6;

-- Of charges whose jobs are past their retention only the money and the time are known.
INSERT INTO "usage_quarter"
SELECT e."account_id", date_bin('15 minutes', e."created_at", 'epoch'), '00000000-0000-0000-0000-000000000000',
       'completed', '', '', count(*), sum(e."amount_micros")
FROM "ledger_entry" AS e
WHERE e."kind" = 'capture' AND NOT EXISTS (SELECT FROM "job" WHERE "job"."id" = e."job_id")
GROUP BY 1, 2;

INSERT INTO "usage_domain"
SELECT "account_id", date_trunc('month', "finished_at" AT TIME ZONE 'UTC'), "host", count(*), sum("cost_micros")
FROM "job"
WHERE "finished_at" >= date_trunc('month', now(), 'UTC') AND NOT "test"
  AND COALESCE("error"->>'code', '') NOT IN ('QUEUE_UNAVAILABLE', 'SERVICE_UNAVAILABLE')
GROUP BY 1, 2, 3;
