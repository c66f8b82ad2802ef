-- Autovacuum summarises new pages every minute. Those of before wait for the next vacuum. Rebuilds nothing.
ALTER INDEX "ledger_entry_time_idx" SET (autosummarize = on);
