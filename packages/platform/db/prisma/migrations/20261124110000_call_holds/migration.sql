-- What calls that are no jobs (maps, searches) hold while they are carried out.
CREATE TABLE "call_hold" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "api_key_id" UUID,
    "kind" TEXT NOT NULL,
    "hold_micros" BIGINT NOT NULL,
    "spend_limits" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_hold_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "call_hold_account_id_idx" ON "call_hold"("account_id");
CREATE INDEX "call_hold_expires_at_idx" ON "call_hold"("expires_at");
