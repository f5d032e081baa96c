-- Headers of a receiver's own, sealed as a whole; the names of an endpoint's stand beside them, to be shown.
ALTER TABLE "webhook_endpoint" ADD COLUMN "headers" BYTEA, ADD COLUMN "header_names" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "batch" ADD COLUMN "webhook_headers" BYTEA;
