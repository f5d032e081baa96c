-- The first addresses of each reason that a crawl has left out, so that somebody can see which they are.
ALTER TABLE "crawl" ADD COLUMN "left_out" JSONB NOT NULL DEFAULT '{}';
