-- New pages are summarised within a minute or so, and not only by the next vacuum. Changes a setting and rebuilds nothing.
ALTER INDEX "ledger_entry_time_idx" SET (autosummarize = on);
