ALTER TABLE "sale" ADD COLUMN "trace_id" text;--> statement-breakpoint
ALTER TABLE "sale" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "redemption" ADD COLUMN "trace_id" text;--> statement-breakpoint
ALTER TABLE "redemption" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "trace_id" text;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "settled_by" text;