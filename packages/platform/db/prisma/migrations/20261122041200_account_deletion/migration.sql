-- AlterTable
ALTER TABLE "account" ADD COLUMN "erased_at" TIMESTAMPTZ(3);


-- What Prisma's schema language cannot say: the few accounts of which something may be left.
CREATE INDEX "account_to_erase_idx" ON "account"("deleted_at") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;
