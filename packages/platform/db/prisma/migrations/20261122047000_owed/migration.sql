-- AlterTable
ALTER TABLE "balance" ADD COLUMN "owed_micros" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ledger_checkpoint" ADD COLUMN "owed_micros" BIGINT NOT NULL DEFAULT 0;


-- What Prisma's schema language cannot say.

ALTER TABLE "balance" ADD CONSTRAINT "balance_owed_not_negative" CHECK ("owed_micros" >= 0);

-- The accounts that owe, whose next credit repays it: few, so that looking for them costs nothing.
CREATE INDEX "balance_owing_idx" ON "balance"("account_id") WHERE "owed_micros" > 0;
