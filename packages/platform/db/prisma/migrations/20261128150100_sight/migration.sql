-- What services say of themselves every few seconds, a row for each that runs. One that died leaves its last word.
CREATE TABLE "service_beat" (
    "instance" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL,
    "failing" JSONB NOT NULL,
    "vitals" JSONB NOT NULL,
    CONSTRAINT "service_beat_pkey" PRIMARY KEY ("instance", "service")
);
CREATE INDEX "service_beat_seen_at_idx" ON "service_beat"("seen_at");

-- How attempts at a host ended, by hour: added up by each worker, and written every few seconds.
CREATE TABLE "site_hour" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "host" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "wall" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "total_ms" BIGINT NOT NULL,
    CONSTRAINT "site_hour_pkey" PRIMARY KEY ("hour", "host", "tier", "result", "wall")
);
CREATE INDEX "site_hour_host_hour_idx" ON "site_hour"("host", "hour");

-- Dead letters that an operator has put aside.
CREATE TABLE "discarded_letter" (
    "kind" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "discarded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "discarded_letter_pkey" PRIMARY KEY ("kind", "id")
);
CREATE INDEX "discarded_letter_discarded_at_idx" ON "discarded_letter"("discarded_at");
