-- The only statement, so that it runs outside of a transaction. By time: what was taken before, and stays while an old transaction is open, is not read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "crawl_findings_crawl_id_kept_created_at_idx" ON "crawl_findings"("crawl_id", "kept", "created_at");
