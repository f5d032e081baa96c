-- Keys of accounts' own at providers of language models.
CREATE TABLE "llm_key" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "key_suffix" TEXT,
    "base_url" TEXT,
    "model" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "llm_key_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "llm_key_account_id_name_key" ON "llm_key"("account_id", "name");

-- What models have answered for jobs that have not ended: a job that is taken up again does not ask twice.
CREATE TABLE "llm_answer" (
    "job_id" UUID NOT NULL,
    "question_hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "answer" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "llm_answer_pkey" PRIMARY KEY ("job_id", "question_hash")
);
CREATE INDEX "llm_answer_account_id_idx" ON "llm_answer"("account_id");
CREATE INDEX "llm_answer_created_at_idx" ON "llm_answer"("created_at");
