-- AlterTable
ALTER TABLE "job" ADD COLUMN "unsent_fence" INTEGER;
ALTER TABLE "job" ADD COLUMN "may_have_acted" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN "reference" TEXT;

-- DropIndex
DROP INDEX "ledger_entry_account_id_created_at_idx";

-- CreateIndex
CREATE INDEX "ledger_entry_account_id_id_idx" ON "ledger_entry"("account_id", "id");

-- CreateTable
CREATE TABLE "ledger_checkpoint" (
    "account_id" UUID NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "available_micros" BIGINT NOT NULL,
    "held_micros" BIGINT NOT NULL,

    CONSTRAINT "ledger_checkpoint_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "ledger_audit" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" JSONB NOT NULL DEFAULT '{}',
    "passed_at" TIMESTAMPTZ(3),
    "succeeded_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_discrepancy" (
    "account_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_discrepancy_pkey" PRIMARY KEY ("account_id", "subject", "what")
);


-- What Prisma's schema language cannot say.

-- A deposit that is repeated with its reference is made once.
CREATE UNIQUE INDEX "ledger_entry_reference_key" ON "ledger_entry"("account_id", "reference") WHERE "reference" IS NOT NULL;

-- Nothing costs more than was held for it. Rows from before are not looked at.
ALTER TABLE "job" ADD CONSTRAINT "job_cost_within_hold" CHECK ("cost_micros" BETWEEN 0 AND "hold_micros") NOT VALID;
