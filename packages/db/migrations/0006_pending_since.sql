-- Recovery goes by Postgres' clock. Built while rows come in: docs/migrations.md.
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "pending_since_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "pending_since_idx" ON "pending" USING btree ("class","since");--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
