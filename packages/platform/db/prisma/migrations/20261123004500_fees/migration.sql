-- Fees of calls that are no jobs, by time: what of them lies in a part of a quarter of an hour is counted from here.
CREATE INDEX "ledger_entry_fees_idx" ON "ledger_entry"("account_id", "created_at") WHERE "kind" = 'fee';
