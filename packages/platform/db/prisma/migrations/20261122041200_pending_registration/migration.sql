-- CreateTable
CREATE TABLE "registration_request" (
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registration_request_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "pending_registration" (
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "token_hash" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "hour_began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mails" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "pending_registration_pkey" PRIMARY KEY ("email")
);

-- CreateIndex
CREATE UNIQUE INDEX "pending_registration_token_hash_key" ON "pending_registration"("token_hash");

-- CreateIndex
CREATE INDEX "pending_registration_expires_at_idx" ON "pending_registration"("expires_at");
