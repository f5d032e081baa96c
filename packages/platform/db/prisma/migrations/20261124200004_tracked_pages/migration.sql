-- What scrapes with the format change_tracking are compared with.
CREATE TABLE "tracked_page" (
  "account_id" UUID NOT NULL,
  "key" BYTEA NOT NULL,
  "url" TEXT NOT NULL,
  "tag" TEXT,
  "version" BYTEA,
  "bytes" INTEGER NOT NULL DEFAULT 0,
  "revision" INTEGER NOT NULL DEFAULT 0,
  "is_gone" BOOLEAN NOT NULL DEFAULT false,
  "scraped_at" TIMESTAMPTZ(3),
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "tracked_page_pkey" PRIMARY KEY ("account_id", "key")
);
-- It is compressed already.
ALTER TABLE "tracked_page" ALTER COLUMN "version" SET STORAGE EXTERNAL;
CREATE INDEX "tracked_page_seen_at_idx" ON "tracked_page"("seen_at");
