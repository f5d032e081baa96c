-- The index that has their time as well serves in its place.
DROP INDEX CONCURRENTLY IF EXISTS "crawl_findings_crawl_id_kept_idx";
