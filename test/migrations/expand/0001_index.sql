-- An index of a table that grows is built while rows come in, which no transaction can do: the migrator's is left for it.
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "sale_till_note_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sale_till_note_idx" ON "sale" USING btree ("till_note");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entry_batch_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "ledger_entry_batch_idx" ON "ledger_entry" USING btree ("batch");--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
