-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "requests" BIGINT NOT NULL DEFAULT 0;


-- What Prisma's schema language cannot say.

-- Of live keys of one account with one name the oldest keeps it; the others get a part of their id behind it.
UPDATE "api_key" AS later SET "name" = left("name", 80) || ' (' || right("id"::text, 12) || ')'
WHERE "revoked_at" IS NULL AND EXISTS (
  SELECT FROM "api_key" AS earlier
  WHERE earlier."account_id" = later."account_id" AND earlier."name" = later."name" AND earlier."revoked_at" IS NULL
    AND (earlier."created_at", earlier."id") < (later."created_at", later."id")
);

-- The name of a revoked key is free again.
CREATE UNIQUE INDEX "api_key_live_name_key" ON "api_key"("account_id", "name") WHERE "revoked_at" IS NULL;
