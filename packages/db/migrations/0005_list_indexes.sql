CREATE INDEX "sale_sale_date_time_idx" ON "sale" USING btree ("sale_date_time");--> statement-breakpoint
CREATE INDEX "sale_time_idx" ON "sale" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "sale_store_code_time_idx" ON "sale" USING btree ("store_code","create_date_time","id");--> statement-breakpoint
CREATE INDEX "redemption_time_idx" ON "redemption" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "redemption_item_redemption_idx" ON "redemption_item" USING btree ("redemption");--> statement-breakpoint
CREATE INDEX "redemption_item_expiration_date_time_idx" ON "redemption_item" USING btree ("expiration_date_time");--> statement-breakpoint
CREATE INDEX "redemption_item_time_idx" ON "redemption_item" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "redemption_item_reward_time_idx" ON "redemption_item" USING btree ("reward","create_date_time","id");--> statement-breakpoint
CREATE INDEX "store_time_idx" ON "store" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "member_join_date_time_idx" ON "member" USING btree ("join_date_time");--> statement-breakpoint
CREATE INDEX "member_time_idx" ON "member" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "reward_external_id_idx" ON "reward" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "reward_time_idx" ON "reward" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "product_product_code_idx" ON "product" USING btree ("product_code");--> statement-breakpoint
CREATE INDEX "product_time_idx" ON "product" USING btree ("create_date_time","id");--> statement-breakpoint
CREATE INDEX "segment_time_idx" ON "segment" USING btree ("create_date_time","id");