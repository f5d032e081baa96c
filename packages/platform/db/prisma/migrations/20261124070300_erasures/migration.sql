-- When the scheduler erases (more of) a deleted account next, and how often in a row that has failed.
ALTER TABLE "account" ADD COLUMN "erase_at" TIMESTAMPTZ(3);
ALTER TABLE "account" ADD COLUMN "erase_failures" INTEGER NOT NULL DEFAULT 0;

-- The few accounts of which something may be left, the next one first; those of before are due at once.
DROP INDEX "account_to_erase_idx";
CREATE INDEX "account_to_erase_idx" ON "account"((COALESCE("erase_at", '-infinity')), "id") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;
