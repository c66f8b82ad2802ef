ALTER TABLE "sale" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "redemption" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "request_id" text;