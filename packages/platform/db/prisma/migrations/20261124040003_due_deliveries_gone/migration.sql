-- The index over accounts and their hosts serves whoever looks for what is due.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_delivery_due_idx";
