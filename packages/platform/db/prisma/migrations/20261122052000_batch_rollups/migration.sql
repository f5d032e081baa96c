-- AlterTable
ALTER TABLE "batch" ADD COLUMN "rolled_up_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "batch_day" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "batches" INTEGER NOT NULL,
    "urls" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "batch_day_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateTable
CREATE TABLE "batch_day_host" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "host" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "urls" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "batch_day_host_pkey" PRIMARY KEY ("account_id","day","host","tier")
);

-- CreateIndex
CREATE INDEX "batch_day_day_idx" ON "batch_day"("day");

-- CreateIndex
CREATE INDEX "batch_day_host_day_idx" ON "batch_day_host"("day");


-- What Prisma's schema language cannot say.

-- Batches that analytics count by their jobs, and those of them that may be rolled up.
CREATE INDEX "batch_not_rolled_up_idx" ON "batch"("account_id", "created_at") WHERE "rolled_up_at" IS NULL;
CREATE INDEX "batch_to_roll_up_idx" ON "batch"("finished_at") WHERE "finished_at" IS NOT NULL AND "rolled_up_at" IS NULL;
