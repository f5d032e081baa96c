CREATE TABLE "usage_day" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "host" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("account_id", "day", "host", "kind", "outcome")
);
CREATE INDEX "usage_day_day_idx" ON "usage_day"("day");
