ALTER TABLE "user_session" ADD COLUMN "user_agent" TEXT,
  ADD COLUMN "address" TEXT,
  ADD COLUMN "last_used_at" TIMESTAMPTZ(3);

CREATE TABLE "second_factor" (
  "user_id" UUID NOT NULL,
  "secret" BYTEA NOT NULL,
  "confirmed_at" TIMESTAMPTZ(3),
  "last_step" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "second_factor_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery_code" (
  "user_id" UUID NOT NULL,
  "hash" BYTEA NOT NULL,
  CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id", "hash"),
  CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "passkey" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "credential_id" TEXT NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT[] NOT NULL DEFAULT '{}',
  "backed_up" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");
CREATE INDEX "passkey_user_id_idx" ON "passkey"("user_id");

CREATE TABLE "sign_in_challenge" (
  "hash" BYTEA NOT NULL,
  "kind" TEXT NOT NULL,
  "user_id" UUID,
  "password_version" INTEGER,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sign_in_challenge_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "sign_in_challenge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sign_in_challenge_user_id_idx" ON "sign_in_challenge"("user_id");
CREATE INDEX "sign_in_challenge_expires_at_idx" ON "sign_in_challenge"("expires_at");
