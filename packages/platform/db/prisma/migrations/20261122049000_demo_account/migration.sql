-- The account of the demos belongs to nobody.
ALTER TABLE "account" DROP CONSTRAINT "account_kind",
ADD CONSTRAINT "account_kind" CHECK ("kind" IN ('personal', 'organization', 'system'));
