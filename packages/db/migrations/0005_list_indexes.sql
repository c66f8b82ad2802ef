-- Lists are read in order of creation, and narrowed by keys and times. Built while rows come in: docs/migrations.md.
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "sale_sale_date_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sale_sale_date_time_idx" ON "sale" USING btree ("sale_date_time");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "sale_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sale_time_idx" ON "sale" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "sale_store_code_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sale_store_code_time_idx" ON "sale" USING btree ("store_code","create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "redemption_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "redemption_time_idx" ON "redemption" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "redemption_item_redemption_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "redemption_item_redemption_idx" ON "redemption_item" USING btree ("redemption");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "redemption_item_expiration_date_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "redemption_item_expiration_date_time_idx" ON "redemption_item" USING btree ("expiration_date_time");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "redemption_item_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "redemption_item_time_idx" ON "redemption_item" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "redemption_item_reward_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "redemption_item_reward_time_idx" ON "redemption_item" USING btree ("reward","create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "store_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "store_time_idx" ON "store" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "member_join_date_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "member_join_date_time_idx" ON "member" USING btree ("join_date_time");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "member_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "member_time_idx" ON "member" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reward_external_id_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reward_external_id_idx" ON "reward" USING btree ("external_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reward_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reward_time_idx" ON "reward" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "product_product_code_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_product_code_idx" ON "product" USING btree ("product_code");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "product_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_time_idx" ON "product" USING btree ("create_date_time","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "segment_time_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "segment_time_idx" ON "segment" USING btree ("create_date_time","id");--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
