ALTER TABLE "api_key" ADD COLUMN "tool" BOOLEAN NOT NULL DEFAULT false;
UPDATE "api_key" SET "tool" = true WHERE "oauth_client_id" IS NOT NULL;
