CREATE TABLE "console_user" (
	"name" text PRIMARY KEY NOT NULL,
	"rights" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"totp_secret" "bytea",
	"totp_period" bigint,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_name" text NOT NULL,
	"is_code_due" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "console_session_user_idx" ON "console_session" USING btree ("user_name");--> statement-breakpoint
CREATE INDEX "console_session_ends_idx" ON "console_session" USING btree ("ends_at");