CREATE TABLE "ledger_day" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"currency" uuid NOT NULL,
	"day" date NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"sum" numeric(30, 4) NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_day_mark" (
	"currency" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_day_currency_key" ON "ledger_day" USING btree ("currency","day","type");--> statement-breakpoint
CREATE INDEX "ledger_day_order_idx" ON "ledger_day" USING btree ("day","id");