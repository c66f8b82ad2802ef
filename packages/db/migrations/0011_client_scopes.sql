ALTER TABLE "api_client" ADD COLUMN "programmes" text[];--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "stores" text[];--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "largest_adjustment" numeric(15, 4);