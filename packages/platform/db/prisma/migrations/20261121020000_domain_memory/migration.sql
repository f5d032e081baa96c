-- CreateTable
CREATE TABLE "domain_memory" (
    "host" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "delivered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "total_ms" BIGINT NOT NULL,
    "total_bytes" BIGINT NOT NULL,

    CONSTRAINT "domain_memory_pkey" PRIMARY KEY ("host","tier","day")
);

-- CreateIndex
CREATE INDEX "domain_memory_day_idx" ON "domain_memory"("day");
