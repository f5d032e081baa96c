-- How many entries a folded one stands for, and of which month (UTC).
ALTER TABLE "ledger_entry" ADD COLUMN "folded_entries" INTEGER;
ALTER TABLE "ledger_entry" ADD COLUMN "folded_month" DATE;

-- How far an account's entries are folded, and when there is more to fold: every account is looked at once.
ALTER TABLE "balance" ADD COLUMN "folded_through" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "balance" ADD COLUMN "fold_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity';
ALTER TABLE "ledger_checkpoint" ADD COLUMN "folded_through" BIGINT NOT NULL DEFAULT 0;


-- What Prisma's schema language cannot say.

-- The ledger is append only, but for entries that a fold replaces: old ones, that name no payment, of the account that it says it folds.
DROP TRIGGER "ledger_append_only" ON "ledger_entry";
CREATE TRIGGER "ledger_append_only" BEFORE UPDATE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER "ledger_kept" BEFORE DELETE ON "ledger_entry"
  FOR EACH ROW WHEN (
    OLD."created_at" >= now() - interval '1 year'
    OR OLD."kind" NOT IN ('hold', 'capture', 'release', 'reserve', 'unreserve', 'fee', 'repayment')
    OR current_setting('gleaner.folds', true) IS DISTINCT FROM OLD."account_id"::text
  ) EXECUTE FUNCTION refuse_ledger_change();
