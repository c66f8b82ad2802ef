-- Returns that wait for their original sale. Built while rows come in: docs/migrations.md.
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "awaiting_original_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "awaiting_original_idx" ON "awaiting" USING btree ("sale_id") WHERE "awaiting"."original" is not null;--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
