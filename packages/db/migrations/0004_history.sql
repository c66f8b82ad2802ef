CREATE TABLE "history" (
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"class" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL,
	"note" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "history_record_id_version_pk" PRIMARY KEY("record_id","version")
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "version" integer;--> statement-breakpoint
CREATE VIEW "object_history" AS (select id, class, prefix, object, version, action, field, value_from, value_to, note, at, user_id from (
  select (substr(md5(h.record_id::text), 1, 20) || lpad(to_hex(h.version), 8, '0') || lpad(to_hex(h.place), 4, '0'))::uuid, h.class,
    case h.class when 'SaleCase' then 'SALE' when 'RedemptionCase' then 'RED' when 'RedemptionItemCase' then 'ITEM' when 'Store' then 'STO' when 'Member' then 'MEM' when 'Reward' then 'REW' when 'Product' then 'PRO' when 'SegmentCase' then 'SEG' end, h.record_id, h.version,
    h.action, h.changes -> (h.place - 1) ->> 'field', h.changes -> (h.place - 1) ->> 'from', h.changes -> (h.place - 1) ->> 'to', h.note, h.at, h.user_id
  from (select record_id, version, class, action, changes, note, at, user_id,
    generate_series(1, greatest(jsonb_array_length(changes), 1)) as place from history) h
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'SaleCase'::text, 'SALE'::text, t.id, 1, 'Create',
    'Status', null::text, 'Pending-Ready To Process', 'Sale accepted for processing.', t.create_date_time, t.create_user_id
  from "sale" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(t.n), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'SaleCase'::text, 'SALE'::text, t.id, t.n,
    case when t.n < t.version then 'Await'
      when t.update_user_id = 'operator' then 'Discard' else case t.status when 'Resolved-Completed' then 'Complete' when 'Resolved-Rejected' then 'Reject' when 'Pending-Awaiting Reference' then 'Await' end end,
    'Status', case t.n when 2 then 'Pending-Ready To Process' else 'Pending-Awaiting Reference' end, case when t.n = t.version then t.status else 'Pending-Awaiting Reference' end,
    case when t.n = t.version then t.confirmation_note else null end, case when t.n = t.version then t.update_date_time else null end, case when t.n = t.version then t.update_user_id else 'system' end
  from (select id, version, status, confirmation_note, update_date_time, update_user_id,
    generate_series(2, version) as n from "sale") t
  union all
  select (substr(md5(e.source_id::text), 1, 20) || lpad(to_hex(t.version), 8, '0') || lpad(to_hex((2 + 2 * c.position + (e.type = 'Return')::int)), 4, '0'))::uuid, 'SaleCase'::text, 'SALE'::text, e.source_id, t.version, e.type, 'Balance.' || c.name,
    trim_scale(e.member_balance - e.currency_awarded)::text, trim_scale(e.member_balance)::text, t.confirmation_note, e.create_date_time, t.update_user_id
  from ledger_entry e join "sale" t on t.id = e.source_id join currency c on c.id = e.currency
  where e.source_class = 'SaleCase'
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'RedemptionCase'::text, 'RED'::text, t.id, 1, 'Create',
    'Status', null::text, 'Open-Ready To Process', 'Redemption accepted for processing.', t.create_date_time, t.create_user_id
  from "redemption" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(t.n), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'RedemptionCase'::text, 'RED'::text, t.id, t.n,
    case when t.n < t.version then ''
      when t.update_user_id = 'operator' then 'Discard' else case t.status when 'Resolved-Completed' then 'Complete' when 'Resolved-Rejected' then 'Reject' end end,
    'Status', case t.n when 2 then 'Open-Ready To Process' else 'Open-Ready To Process' end, case when t.n = t.version then t.status else 'Open-Ready To Process' end,
    case when t.n = t.version then t.confirmation_note else null end, case when t.n = t.version then t.update_date_time else null end, case when t.n = t.version then t.update_user_id else 'system' end
  from (select id, version, status, confirmation_note, update_date_time, update_user_id,
    generate_series(2, version) as n from "redemption") t
  union all
  select (substr(md5(e.source_id::text), 1, 20) || lpad(to_hex(t.version), 8, '0') || lpad(to_hex((2 + 2 * c.position + (e.type = 'Return')::int)), 4, '0'))::uuid, 'RedemptionCase'::text, 'RED'::text, e.source_id, t.version, e.type, 'Balance.' || c.name,
    trim_scale(e.member_balance - e.currency_awarded)::text, trim_scale(e.member_balance)::text, t.confirmation_note, e.create_date_time, t.update_user_id
  from ledger_entry e join "redemption" t on t.id = e.source_id join currency c on c.id = e.currency
  where e.source_class = 'RedemptionCase'
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'RedemptionItemCase'::text, 'ITEM'::text, t.id, 1, 'Create',
    'Status', null::text, 'Open-Available With Expiry', 'Voucher issued.', t.create_date_time, t.create_user_id
  from "redemption_item" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'Store'::text, 'STO'::text, t.id, 1, 'Create',
    'Status', null::text, 'Open-Active', 'Store created.', t.create_date_time, t.create_user_id
  from "store" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'Member'::text, 'MEM'::text, t.id, 1, 'Create',
    'Status', null::text, 'Open-Active', 'Member registered.', t.create_date_time, t.create_user_id
  from "member" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'Reward'::text, 'REW'::text, t.id, 1, 'Create',
    'Status', null::text, 'Open-Active', 'Reward created.', t.create_date_time, t.create_user_id
  from "reward" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'Product'::text, 'PRO'::text, t.id, 1, 'Create',
    'Status', null::text, 'Open-Active', 'Product created.', t.create_date_time, t.create_user_id
  from "product" t
  union all
  select (substr(md5(t.id::text), 1, 20) || lpad(to_hex(1), 8, '0') || lpad(to_hex(1), 4, '0'))::uuid, 'SegmentCase'::text, 'SEG'::text, t.id, 1, 'Create',
    'Status', null::text, 'New-Segment Case creation', 'Segment created.', t.create_date_time, t.create_user_id
  from "segment" t
) as r(id, class, prefix, object, version, action, field, value_from, value_to, note, at, user_id));--> statement-breakpoint
CREATE TRIGGER "history_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "history"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
