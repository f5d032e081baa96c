ALTER TABLE "crawl_findings" ADD COLUMN "kept" BOOLEAN NOT NULL DEFAULT false;
DROP INDEX "crawl_findings_crawl_id_idx";
CREATE INDEX "crawl_findings_crawl_id_kept_idx" ON "crawl_findings"("crawl_id", "kept");
