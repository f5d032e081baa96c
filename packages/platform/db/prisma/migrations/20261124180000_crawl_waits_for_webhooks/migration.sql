-- A crawl also waits while too many webhooks of its account do.
ALTER TABLE "crawl" DROP CONSTRAINT "crawl_paused_reason_known",
ADD CONSTRAINT "crawl_paused_reason_known" CHECK ("paused_reason" IN ('insufficient_balance', 'spend_limit', 'waiting_webhooks')) NOT VALID;
