-- How many items of a batch may be under way at once; null: as many as their hosts and the account's limits allow.
ALTER TABLE "batch" ADD COLUMN "concurrency" INTEGER;
