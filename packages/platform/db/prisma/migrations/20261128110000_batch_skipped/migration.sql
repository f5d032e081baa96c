-- The faults of entries that a batch has left out; null: none was.
ALTER TABLE "batch" ADD COLUMN "skipped" JSON;
