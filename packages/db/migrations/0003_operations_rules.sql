ALTER TABLE "failing" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
CREATE TRIGGER "audit_entry_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_head_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_head"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
