-- AlterTable
ALTER TABLE "job" ADD COLUMN "batch_id" UUID,
ADD COLUMN "batch_index" INTEGER,
ADD COLUMN "batch_seq" INTEGER,
ADD COLUMN "webhook_url" TEXT,
ALTER COLUMN "queued_at" DROP NOT NULL;

-- CreateTable
CREATE TABLE "batch" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "api_key_id" UUID,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "total" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "cancelled" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "estimated_micros" BIGINT NOT NULL,
    "webhook_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secret" (
    "account_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "previous" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "endpoint_id" UUID,
    "batch_id" UUID,
    "job_id" UUID,
    "event" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "data" JSON,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "batch_account_id_created_at_id_idx" ON "batch"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoint_account_id_url_key" ON "webhook_endpoint"("account_id", "url");

-- CreateIndex
CREATE INDEX "webhook_delivery_account_id_idx" ON "webhook_delivery"("account_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_created_at_idx" ON "webhook_delivery"("endpoint_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_batch_id_idx" ON "webhook_delivery"("batch_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE INDEX "webhook_attempt_delivery_id_idx" ON "webhook_attempt"("delivery_id");

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- The items of a batch in the order of the request, and its log: what ended, in the order in which it did.
CREATE UNIQUE INDEX "job_batch_index_key" ON "job"("batch_id", "batch_index") WHERE "batch_id" IS NOT NULL;
CREATE UNIQUE INDEX "job_batch_seq_key" ON "job"("batch_id", "batch_seq") WHERE "batch_seq" IS NOT NULL;

-- Bulk work that waits for its admission, by account and host, in the order of its acceptance.
CREATE INDEX "job_waiting_idx" ON "job"("account_id", "host", "id") WHERE "finished_at" IS NULL AND "queued_at" IS NULL;
-- And what of it is under way.
CREATE INDEX "job_admitted_idx" ON "job"("account_id", "host") WHERE "finished_at" IS NULL AND "queued_at" IS NOT NULL AND "batch_id" IS NOT NULL;

-- Of every account a few at most.
CREATE INDEX "batch_open_idx" ON "batch"("account_id", "id") WHERE "finished_at" IS NULL;

-- Deliveries that are due, by receiver.
CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery"("host", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;

ALTER TABLE "batch" ADD CONSTRAINT "batch_status_known" CHECK ("status" IN ('pending', 'processing', 'completed', 'partially_failed', 'failed', 'cancelled'));
ALTER TABLE "batch" ADD CONSTRAINT "batch_counts_add_up" CHECK ("succeeded" + "failed" + "cancelled" <= "total" AND ("finished_at" IS NULL) = ("succeeded" + "failed" + "cancelled" < "total"));
ALTER TABLE "job" ADD CONSTRAINT "job_batch_whole" CHECK (("batch_id" IS NULL) = ("batch_index" IS NULL));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_state_known" CHECK ("state" IN ('pending', 'retrying', 'delivered', 'failed', 'cancelled'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_open_or_ended" CHECK (("ended_at" IS NULL) = ("state" IN ('pending', 'retrying')) AND ("next_attempt_at" IS NULL) = ("ended_at" IS NOT NULL));

-- Rows that are counted up in place: room on the page keeps those updates out of the indexes.
ALTER TABLE "batch" SET (fillfactor = 30);
ALTER TABLE "webhook_delivery" SET (fillfactor = 70);
