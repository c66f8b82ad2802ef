CREATE TABLE "console_identity" (
	"user_name" text PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"issuer" text,
	"subject" text,
	"bound_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console_flow" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "console_identity_login_key" ON "console_identity" USING btree ("login");--> statement-breakpoint
CREATE UNIQUE INDEX "console_identity_subject_key" ON "console_identity" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "console_flow_ends_idx" ON "console_flow" USING btree ("ends_at");