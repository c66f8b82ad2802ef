CREATE TABLE "api_client" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rights" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"secret_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"earlier_hash" "bytea",
	"earlier_until" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"revision" bigint NOT NULL
);
