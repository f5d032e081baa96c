-- AlterTable
ALTER TABLE "job" ADD COLUMN "spend_limits" UUID[];

-- CreateTable
CREATE TABLE "spend_limit" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "budget_micros" BIGINT,
    "request_limit" BIGINT,
    "reset_period" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used_micros" BIGINT NOT NULL,
    "held_micros" BIGINT NOT NULL DEFAULT 0,
    "requests" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spend_limit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "spend_limit_account_id_owner_id_key" ON "spend_limit"("account_id", "owner_id");

-- AddForeignKey
ALTER TABLE "spend_limit" ADD CONSTRAINT "spend_limit_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- Counted up and down by every request that it limits.
ALTER TABLE "spend_limit" SET (fillfactor = 20);
