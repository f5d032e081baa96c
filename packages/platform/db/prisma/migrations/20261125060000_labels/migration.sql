-- What callers call their work by.
ALTER TABLE "job" ADD COLUMN "external_id" TEXT, ADD COLUMN "metadata" JSON;
ALTER TABLE "batch" ADD COLUMN "external_id" TEXT, ADD COLUMN "metadata" JSON;
