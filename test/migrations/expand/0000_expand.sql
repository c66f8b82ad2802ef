CREATE TABLE "receipt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sale" uuid NOT NULL,
	"printed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "till_note" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "tier" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "batch" uuid;--> statement-breakpoint
CREATE INDEX "receipt_sale_idx" ON "receipt" USING btree ("sale");
