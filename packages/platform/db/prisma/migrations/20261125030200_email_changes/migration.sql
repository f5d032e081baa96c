CREATE TABLE "email_change" (
  "user_id" UUID NOT NULL,
  "new_email" TEXT NOT NULL,
  "token_hash" BYTEA,
  "password_version" INTEGER NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "hour_began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "mails" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "email_change_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "email_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "email_change_token_hash_key" ON "email_change"("token_hash");
CREATE INDEX "email_change_expires_at_idx" ON "email_change"("expires_at");

CREATE TABLE "email_undo" (
  "token_hash" BYTEA NOT NULL,
  "user_id" UUID NOT NULL,
  "old_email" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "email_undo_pkey" PRIMARY KEY ("token_hash"),
  CONSTRAINT "email_undo_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "email_undo_user_id_idx" ON "email_undo"("user_id");
CREATE INDEX "email_undo_old_email_idx" ON "email_undo"("old_email");
CREATE INDEX "email_undo_expires_at_idx" ON "email_undo"("expires_at");
