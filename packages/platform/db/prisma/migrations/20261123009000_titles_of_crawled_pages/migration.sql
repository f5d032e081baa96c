ALTER TABLE "crawl_page" ADD COLUMN "title" TEXT;
