-- An Idempotency-Key stands for a job (POST /scrape), or for the reply of what was created.
ALTER TABLE "idempotency_key" ALTER COLUMN "job_id" DROP NOT NULL,
ADD COLUMN "reply" BYTEA;

ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_job_or_reply" CHECK (num_nonnulls("job_id", "reply") = 1);
