-- The account whose entries are folded next.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "balance_fold_at_idx" ON "balance"("fold_at");
-- One entry stands for a month's entries of a kind.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entry_folded_key" ON "ledger_entry"("account_id", "folded_month", "kind", "debit_book", "credit_book") WHERE "folded_month" IS NOT NULL;
