-- CreateTable
CREATE TABLE "bulk_admission" (
    "account_id" UUID NOT NULL,
    "turns" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "bulk_admission_pkey" PRIMARY KEY ("account_id")
);


-- What Prisma's schema language cannot say.

-- Bulk work that waits in Postgres is on no queue: the sweep, which looks for jobs that left theirs, must not walk over it.
DROP INDEX "job_open_idx";
CREATE INDEX "job_open_idx" ON "job"("queued_at") WHERE "finished_at" IS NULL AND "queued_at" IS NOT NULL;

-- Counted up in place.
ALTER TABLE "bulk_admission" SET (fillfactor = 30);
