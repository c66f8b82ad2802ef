CREATE TABLE "token_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revoked_token" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "revoked_token_revision_idx" ON "revoked_token" USING btree ("revision");--> statement-breakpoint
CREATE INDEX "revoked_token_client_idx" ON "revoked_token" USING btree ("client_id");