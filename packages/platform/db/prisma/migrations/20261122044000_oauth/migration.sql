-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "first_party" BOOLEAN NOT NULL DEFAULT false,
    "redirect_uris" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "source" TEXT,
    "code_challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "api_key_id" UUID,

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_code_client_id_idx" ON "oauth_code"("client_id");

-- CreateIndex
CREATE INDEX "oauth_code_user_id_idx" ON "oauth_code"("user_id");

-- CreateIndex
CREATE INDEX "oauth_code_account_id_idx" ON "oauth_code"("account_id");

-- CreateIndex
CREATE INDEX "oauth_code_api_key_id_idx" ON "oauth_code"("api_key_id");

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "oauth_client_id" TEXT;

-- CreateIndex
CREATE INDEX "api_key_oauth_client_id_idx" ON "api_key"("oauth_client_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_oauth_client_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "oauth_client"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One live key for each tool of a user in an account.
CREATE UNIQUE INDEX "api_key_integration_key" ON "api_key"("account_id", "user_id", "oauth_client_id") WHERE "revoked_at" IS NULL;
