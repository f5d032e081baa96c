-- The built-in search index: a row for each page of an account that searches. `words` has lexemes without positions beside those of the
-- text: of the account, the language and the sites, so that one probe of the GIN index finds what matches in one account alone.
CREATE TABLE "search_document" (
    "job_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "url_key" BYTEA NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "length" INTEGER NOT NULL,
    "published_at" TEXT,
    "dated_at" TIMESTAMPTZ(3) NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "words" TSVECTOR,

    CONSTRAINT "search_document_pkey" PRIMARY KEY ("job_id"),
    CONSTRAINT "search_document_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "search_document_words_idx" ON "search_document" USING GIN ("words");
CREATE INDEX "search_document_url_idx" ON "search_document"("account_id", "url_key");
CREATE INDEX "search_document_fetched_at_idx" ON "search_document"("fetched_at");

DO $$
BEGIN
  ALTER TABLE "search_document" ALTER COLUMN "body" SET COMPRESSION lz4;
  ALTER TABLE "search_document" ALTER COLUMN "words" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL;
END
$$;

-- Which pages of an account are in the index: all that ended between the two times. It has a row from its first search on.
CREATE TABLE "search_index" (
    "account_id" UUID NOT NULL,
    "indexed_from" TIMESTAMPTZ(3) NOT NULL,
    "indexed_to" TIMESTAMPTZ(3) NOT NULL,
    "languages" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "searched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_index_pkey" PRIMARY KEY ("account_id")
);

-- Searches, to be read again. `answer` is dropped once it is past its retention; a search that scrapes its results is a batch of the same id.
CREATE TABLE "search" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "answer" JSON,
    "cost_micros" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "search_account_id_idx" ON "search"("account_id");
CREATE INDEX "search_created_at_idx" ON "search"("created_at");
