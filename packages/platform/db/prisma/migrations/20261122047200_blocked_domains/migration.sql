-- CreateTable
CREATE TABLE "blocked_domain" (
    "domain" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocked_domain_pkey" PRIMARY KEY ("domain")
);

-- AlterTable
ALTER TABLE "job" ADD COLUMN "had_secrets" BOOLEAN;
ALTER TABLE "job" ADD COLUMN "redriven_from" UUID;


-- What Prisma's schema language cannot say.

-- A failed job is run again once; what came of that may be run again in its turn.
CREATE UNIQUE INDEX "job_redriven_from_key" ON "job"("redriven_from") WHERE "redriven_from" IS NOT NULL;
