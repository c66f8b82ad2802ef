-- Rows of these tables are updated soon after their insert; the room left in each page keeps those updates within it (HOT).
ALTER TABLE "sale" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "balance" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "stock" SET (fillfactor = 50);--> statement-breakpoint
-- Queues in tables: every row is deleted soon, so vacuum goes by count, not by share.
ALTER TABLE "pending" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "awaiting" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "expiring" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entry_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "adjustment_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "adjustment"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
INSERT INTO "catalogue" ("version") VALUES (1);--> statement-breakpoint
INSERT INTO "programme" ("id", "business_id", "name", "description")
  VALUES ('01900000-0000-7000-8000-000000000001', 'REWARDS', 'Rewards', 'The programme that every installation begins with.');--> statement-breakpoint
INSERT INTO "currency" ("id", "program", "position", "name")
  VALUES ('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 0, 'Points');
