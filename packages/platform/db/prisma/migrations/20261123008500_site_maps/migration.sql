-- CreateTable
CREATE TABLE "site_map" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "api_key_id" UUID,
    "test" BOOLEAN NOT NULL,
    "request" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lost_leases" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "error" JSON,
    "bytes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "site_map_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_map_piece" (
    "map_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "piece" BYTEA NOT NULL,

    CONSTRAINT "site_map_piece_pkey" PRIMARY KEY ("map_id","seq")
);

-- CreateIndex
CREATE INDEX "site_map_account_id_idx" ON "site_map"("account_id");

-- CreateIndex
CREATE INDEX "site_map_created_at_idx" ON "site_map"("created_at");

-- AddForeignKey
ALTER TABLE "site_map_piece" ADD CONSTRAINT "site_map_piece_map_id_fkey" FOREIGN KEY ("map_id") REFERENCES "site_map"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- As for job_page.
DO $$
BEGIN
  ALTER TABLE "site_map_piece" ALTER COLUMN "piece" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  ALTER TABLE "site_map_piece" ALTER COLUMN "piece" SET STORAGE EXTERNAL;
END
$$;
