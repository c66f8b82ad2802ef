CREATE TABLE "page_key" (
	"id" smallint PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "balance" ADD COLUMN "erased_at" timestamp (3) with time zone;
