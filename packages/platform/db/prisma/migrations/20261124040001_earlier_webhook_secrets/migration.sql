-- Secrets that were replaced more than once within a day: each signs until its day is over.
CREATE TABLE "earlier_webhook_secret" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "signs_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "earlier_webhook_secret_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "earlier_webhook_secret_account_id_idx" ON "earlier_webhook_secret"("account_id");
CREATE INDEX "earlier_webhook_secret_signs_until_idx" ON "earlier_webhook_secret"("signs_until");
ALTER TABLE "earlier_webhook_secret" ADD CONSTRAINT "earlier_webhook_secret_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "webhook_secret"("account_id") ON DELETE CASCADE ON UPDATE CASCADE;
