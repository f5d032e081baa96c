-- Id of the request that asked for the work (X-Request-Id); null: none did, or items, whose batch has it.
ALTER TABLE "job" ADD COLUMN "request_id" TEXT;
ALTER TABLE "batch" ADD COLUMN "request_id" TEXT;
