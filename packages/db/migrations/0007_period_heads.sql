CREATE TABLE "ledger_period_head" (
	"until" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"follows" date,
	"head" "bytea" NOT NULL,
	"entries" bigint NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);--> statement-breakpoint
CREATE TRIGGER "ledger_period_head_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_period_head"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
