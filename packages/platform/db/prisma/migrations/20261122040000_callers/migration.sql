-- AlterTable
ALTER TABLE "account" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'personal',
ADD COLUMN "requests_per_minute" INTEGER,
ADD COLUMN "concurrent_requests" INTEGER,
ADD COLUMN "blocked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "user_id" UUID,
ADD COLUMN "expires_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- Keys of before were made by the one user of their account.
UPDATE "api_key" SET "user_id" = (
  SELECT "id" FROM "app_user" WHERE "app_user"."account_id" = "api_key"."account_id" ORDER BY "created_at" LIMIT 1
);
