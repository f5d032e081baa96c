-- The only statement, so that it runs outside of a transaction. The index over lanes serves whoever looks for lines.
DROP INDEX CONCURRENTLY IF EXISTS "job_waiting_idx";
