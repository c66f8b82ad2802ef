ALTER TABLE "audit_entry" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "request_id" text DEFAULT '' NOT NULL;