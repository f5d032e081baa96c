ALTER TABLE "api_key" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "previous_hash" BYTEA,
  ADD COLUMN "previous_expires_at" TIMESTAMPTZ(3),
  ADD COLUMN "allowed_ips" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "last_used_ip" TEXT;
CREATE UNIQUE INDEX "api_key_previous_hash_key" ON "api_key"("previous_hash");
