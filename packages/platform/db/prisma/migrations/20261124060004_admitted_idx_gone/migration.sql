-- The only statement, so that it runs outside of a transaction. An account has few items under way: its index serves for each line of them.
DROP INDEX CONCURRENTLY "job_admitted_idx";
