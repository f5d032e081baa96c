-- Whether an account keeps the pages that are delivered to it, and for how long.
CREATE TABLE "page_archive" (
    "account_id" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "retention_days" INTEGER NOT NULL,
    "emptied_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_archive_pkey" PRIMARY KEY ("account_id")
);

-- A delivered page as it was fetched, compressed.
CREATE TABLE "archived_page" (
    "job_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "batch_id" UUID,
    "batch_index" INTEGER,
    "url" TEXT NOT NULL,
    "final_url" TEXT NOT NULL,
    "status_code" INTEGER NOT NULL,
    "content_type" TEXT,
    "body" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "archived_page_pkey" PRIMARY KEY ("job_id")
);

-- It is compressed already.
ALTER TABLE "archived_page" ALTER COLUMN "body" SET STORAGE EXTERNAL;

CREATE INDEX "archived_page_account_idx" ON "archived_page"("account_id", "fetched_at") INCLUDE ("bytes");
CREATE INDEX "archived_page_batch_idx" ON "archived_page"("batch_id", "batch_index") WHERE "batch_id" IS NOT NULL;
CREATE INDEX "archived_page_kept_until_idx" ON "archived_page"("kept_until");
