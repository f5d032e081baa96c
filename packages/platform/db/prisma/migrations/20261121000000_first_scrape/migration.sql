-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "enterprise" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY['scrape']::TEXT[],
    "test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance" (
    "account_id" UUID NOT NULL,
    "available_micros" BIGINT NOT NULL DEFAULT 0,
    "held_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "balance_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "job_id" UUID,
    "kind" TEXT NOT NULL,
    "debit_book" TEXT NOT NULL,
    "credit_book" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "api_key_id" UUID,
    "status" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "url" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "spec" JSON NOT NULL,
    "plan" JSON NOT NULL,
    "secrets" BYTEA,
    "tier" TEXT NOT NULL,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "hold_micros" BIGINT NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "delivered_mode" TEXT,
    "status_code" INTEGER,
    "size_bytes" INTEGER,
    "error" JSON,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "lost_leases" INTEGER NOT NULL DEFAULT 0,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "cache_key" BYTEA,
    "cache_ttl" INTEGER,
    "cached_from" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_page" (
    "job_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_page_pkey" PRIMARY KEY ("job_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "account_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "job_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "app_user_account_id_idx" ON "app_user"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_id_created_at_idx" ON "ledger_entry"("account_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_job_id_kind_key" ON "ledger_entry"("job_id", "kind");

-- CreateIndex
CREATE INDEX "job_account_id_created_at_idx" ON "job"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "job_page_created_at_idx" ON "job_page"("created_at");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance" ADD CONSTRAINT "balance_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_page" ADD CONSTRAINT "job_page_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- The sweep looks for jobs that are not finished, oldest call first.
CREATE INDEX "job_open_idx" ON "job"("queued_at") WHERE "finished_at" IS NULL;

-- The opt-in cache: newest answer of an account for a key.
CREATE INDEX "job_cache_idx" ON "job"("account_id", "cache_key", "finished_at" DESC) WHERE "cache_key" IS NOT NULL AND "status" = 'completed';

ALTER TABLE "job" ADD CONSTRAINT "job_status_known" CHECK ("status" IN ('pending', 'running', 'completed', 'failed'));
ALTER TABLE "balance" ADD CONSTRAINT "balance_not_negative" CHECK ("available_micros" >= 0 AND "held_micros" >= 0);
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_amount_not_negative" CHECK ("amount_micros" >= 0);
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_two_books" CHECK ("debit_book" <> "credit_book");

-- Rows that are updated in place a few times: room on the page keeps those updates out of the indexes.
ALTER TABLE "balance" SET (fillfactor = 20);
ALTER TABLE "job" SET (fillfactor = 70);

-- The ledger is append only, whoever asks.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entry is append only';
END
$$;
CREATE TRIGGER "ledger_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
