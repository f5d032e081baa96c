-- The index over the ends of leases serves whoever counts what is under way.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_delivery_leased_idx";
