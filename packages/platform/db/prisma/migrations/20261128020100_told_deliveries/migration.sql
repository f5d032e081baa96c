-- What was sent, so that it can be shown and sent again as it was.
ALTER TABLE "webhook_delivery" ADD COLUMN "body_hash" BYTEA, ADD COLUMN "body_bytes" INTEGER, ADD COLUMN "replay_of" UUID;
-- Headers of the request, without the values of those that are secrets, and how the answer began.
ALTER TABLE "webhook_attempt" ADD COLUMN "headers" JSON, ADD COLUMN "answer" TEXT;
