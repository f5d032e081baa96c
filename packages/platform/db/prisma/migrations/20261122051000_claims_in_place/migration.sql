-- Every claim changes a job's status. As long as an index asks for it, each is written into all indexes of the job anew; now it stays on its page.
CREATE INDEX "job_cached_page_idx" ON "job"("account_id", "cache_key", "finished_at" DESC) WHERE "cache_key" IS NOT NULL AND "delivered_mode" IS NOT NULL;
DROP INDEX "job_cache_idx";
