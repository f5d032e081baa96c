-- AlterTable
ALTER TABLE "job" ADD COLUMN "line" TEXT;

-- AlterTable
ALTER TABLE "batch" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'batch',
ADD COLUMN "is_open" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "crawl" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "options" JSON NOT NULL,
    "secrets" BYTEA,
    "phase" TEXT NOT NULL DEFAULT 'discovering',
    "end_reason" TEXT,
    "paused_reason" TEXT,
    "max_pages" INTEGER NOT NULL,
    "max_credits_micros" BIGINT,
    "max_concurrency" INTEGER NOT NULL,
    "delay_ms" INTEGER NOT NULL DEFAULT 0,
    "discovered" INTEGER NOT NULL DEFAULT 0,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "skipped" JSONB NOT NULL DEFAULT '{}',
    "traps" JSONB NOT NULL DEFAULT '{}',
    "site" JSONB NOT NULL DEFAULT '{}',
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "crawl_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crawl_page" (
    "crawl_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "url" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "job_id" UUID,
    "signature" BYTEA,
    "duplicate_of" UUID,

    CONSTRAINT "crawl_page_pkey" PRIMARY KEY ("crawl_id","key")
);

-- CreateTable
CREATE TABLE "crawl_findings" (
    "job_id" UUID NOT NULL,
    "crawl_id" UUID NOT NULL,
    "findings" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "crawl_findings_pkey" PRIMARY KEY ("job_id")
);

-- CreateIndex
CREATE INDEX "crawl_account_id_created_at_id_idx" ON "crawl"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "crawl_findings_crawl_id_idx" ON "crawl_findings"("crawl_id");

-- AddForeignKey
ALTER TABLE "crawl" ADD CONSTRAINT "crawl_id_fkey" FOREIGN KEY ("id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crawl_page" ADD CONSTRAINT "crawl_page_crawl_id_fkey" FOREIGN KEY ("crawl_id") REFERENCES "crawl"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crawl_findings" ADD CONSTRAINT "crawl_findings_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- Work that waits for its admission stands in the line of its host, or in one of its own.
DROP INDEX "job_waiting_idx";
CREATE INDEX "job_waiting_idx" ON "job"("account_id", COALESCE("line", "host"), "id") WHERE "finished_at" IS NULL AND "queued_at" IS NULL;
DROP INDEX "job_admitted_idx";
CREATE INDEX "job_admitted_idx" ON "job"("account_id", COALESCE("line", "host")) WHERE "finished_at" IS NULL AND "queued_at" IS NOT NULL AND "batch_id" IS NOT NULL;

-- A batch that is open may have ended items alone.
ALTER TABLE "batch" DROP CONSTRAINT "batch_counts_add_up";
ALTER TABLE "batch" ADD CONSTRAINT "batch_counts_add_up" CHECK ("succeeded" + "failed" + "cancelled" <= "total" AND ("finished_at" IS NULL) = ("is_open" OR "succeeded" + "failed" + "cancelled" < "total"));
ALTER TABLE "batch" ADD CONSTRAINT "batch_kind_known" CHECK ("kind" IN ('batch', 'crawl', 'search'));
ALTER TABLE "batch" ADD CONSTRAINT "batch_open_kind" CHECK (NOT "is_open" OR "kind" = 'crawl');

-- Analytics are of batches alone.
DROP INDEX "batch_not_rolled_up_idx";
CREATE INDEX "batch_not_rolled_up_idx" ON "batch"("account_id", "created_at") WHERE "rolled_up_at" IS NULL AND "kind" = 'batch';
DROP INDEX "batch_to_roll_up_idx";
CREATE INDEX "batch_to_roll_up_idx" ON "batch"("finished_at") WHERE "finished_at" IS NOT NULL AND "rolled_up_at" IS NULL AND "kind" = 'batch';

-- Crawls that a driver has something to do for.
CREATE INDEX "crawl_due_idx" ON "crawl"("next_at") WHERE "phase" <> 'ended';

-- The frontier in the order in which it is scraped; the page of an item; pages by what they show.
CREATE INDEX "crawl_page_waiting_idx" ON "crawl_page"("crawl_id", "depth", "seq") WHERE "state" = 'waiting';
CREATE UNIQUE INDEX "crawl_page_job_idx" ON "crawl_page"("job_id") WHERE "job_id" IS NOT NULL;
CREATE INDEX "crawl_page_signature_idx" ON "crawl_page"("crawl_id", "signature") WHERE "signature" IS NOT NULL;

ALTER TABLE "crawl" ADD CONSTRAINT "crawl_phase_known" CHECK ("phase" IN ('discovering', 'running', 'ended') AND ("phase" = 'ended') = ("end_reason" IS NOT NULL));
ALTER TABLE "crawl" ADD CONSTRAINT "crawl_end_reason_known" CHECK ("end_reason" IN ('exhausted', 'max_pages', 'max_credits', 'cancelled', 'start_page_failed', 'robots', 'expired'));
ALTER TABLE "crawl" ADD CONSTRAINT "crawl_paused_reason_known" CHECK ("paused_reason" IN ('insufficient_balance', 'spend_limit'));
ALTER TABLE "crawl_page" ADD CONSTRAINT "crawl_page_state_known" CHECK ("state" IN ('waiting', 'issued', 'done'));

-- Rows that are changed in place.
ALTER TABLE "crawl" SET (fillfactor = 30);
ALTER TABLE "crawl_page" SET (fillfactor = 80);
