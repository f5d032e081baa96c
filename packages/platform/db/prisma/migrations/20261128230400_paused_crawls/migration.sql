-- A crawl also waits while its caller has paused it.
ALTER TABLE "crawl" DROP CONSTRAINT "crawl_paused_reason_known",
ADD CONSTRAINT "crawl_paused_reason_known" CHECK ("paused_reason" IN ('caller', 'insufficient_balance', 'spend_limit', 'waiting_webhooks')) NOT VALID;
