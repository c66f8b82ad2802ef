CREATE TABLE "personal_key" (
	"id" text PRIMARY KEY NOT NULL,
	"used_since" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "personal_sealed" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "email_address_hash" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "mobile_number_hash" text;
