ALTER TABLE "oauth_code" ADD COLUMN "resources" TEXT[] NOT NULL DEFAULT '{}';

ALTER TABLE "oauth_client" ADD COLUMN "origin" TEXT NOT NULL DEFAULT 'operator',
  ADD COLUMN "read_at" TIMESTAMPTZ(3),
  ADD COLUMN "kept_until" TIMESTAMPTZ(3);
CREATE INDEX "oauth_client_kept_until_idx" ON "oauth_client"("kept_until");

CREATE TABLE "oauth_device" (
  "hash" BYTEA NOT NULL,
  "user_code_hash" BYTEA NOT NULL,
  "client_id" TEXT NOT NULL,
  "source" TEXT,
  "resources" TEXT[] NOT NULL DEFAULT '{}',
  "state" TEXT NOT NULL DEFAULT 'pending',
  "user_id" UUID,
  "account_id" UUID,
  "password_version" INTEGER,
  "membership_term" BIGINT,
  "interval_seconds" INTEGER NOT NULL,
  "polled_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "oauth_device_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "oauth_device_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_device_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_device_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "oauth_device_user_code_hash_key" ON "oauth_device"("user_code_hash");
CREATE INDEX "oauth_device_client_id_idx" ON "oauth_device"("client_id");
CREATE INDEX "oauth_device_user_id_idx" ON "oauth_device"("user_id");
CREATE INDEX "oauth_device_account_id_idx" ON "oauth_device"("account_id");
CREATE INDEX "oauth_device_expires_at_idx" ON "oauth_device"("expires_at");
