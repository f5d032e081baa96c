-- A run of a schedule may be a search.
ALTER TABLE "schedule" DROP CONSTRAINT "schedule_kind_check";
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_kind_check" CHECK ("kind" IN ('batch', 'crawl', 'map', 'search'));
