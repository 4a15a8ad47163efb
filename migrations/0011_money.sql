CREATE TABLE "adjustments" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"action" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"is_ours" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stray_payments" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refund_asked_at" timestamp with time zone,
	"refund_due_at" timestamp with time zone,
	"refund_id" text,
	"refunded_at" timestamp with time zone,
	"charged_back" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "flags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "flags" = jsonb_build_array(jsonb_build_object('reason', "flag",
	'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
WHERE "flag" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" drop column "flag";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "flag" text GENERATED ALWAYS AS (flags -> 0 ->> 'reason') STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stray_payments" ADD CONSTRAINT "stray_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_transaction" ON "adjustments" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "stray_payments_order" ON "stray_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_refund_due" ON "orders" USING btree ("refund_due_at") WHERE "orders"."refund_due_at" is not null;--> statement-breakpoint
-- What Paddle told of money that goes back: the newest state of each adjustment.
INSERT INTO "adjustments"
SELECT DISTINCT ON (data ->> 'id') data ->> 'id', "paddle_transaction_id", data ->> 'action',
	data ->> 'type', data ->> 'status', "occurred_at",
	coalesce("refund_reason" IS NOT NULL AND "refund_id" = data ->> 'id', false)
FROM "payment_events", LATERAL (SELECT "payload" -> 'data' AS data) AS told, "orders"
WHERE "payment_events"."type" LIKE 'adjustment.%' AND "paddle_transaction_id" = data ->> 'transaction_id'
	AND data ->> 'id' IS NOT NULL AND data ->> 'action' IS NOT NULL
	AND data ->> 'type' IN ('full', 'partial')
	AND data ->> 'status' IN ('pending_approval', 'approved', 'rejected', 'reversed')
ORDER BY data ->> 'id', CASE data ->> 'status' WHEN 'pending_approval' THEN 0 WHEN 'reversed' THEN 2 ELSE 1 END DESC,
	"occurred_at" DESC;--> statement-breakpoint
-- And what was found by asking, of which no event told.
INSERT INTO "adjustments"
SELECT "refund_id", "paddle_transaction_id", 'refund', 'full',
	CASE "status" WHEN 'refunded' THEN 'approved' WHEN 'refund_pending' THEN 'pending_approval' ELSE 'rejected' END,
	coalesce("refund_changed_at", "refunded_at", "paid_at", "created_at"), "refund_reason" IS NOT NULL
FROM "orders" WHERE "refund_id" IS NOT NULL AND "paddle_transaction_id" IS NOT NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "adjustments"
SELECT 'order-' || "id", "paddle_transaction_id", 'chargeback', 'full', 'approved',
	coalesce("chargeback_changed_at", "paid_at", "created_at"), false
FROM "orders" WHERE "charged_back" AND "paddle_transaction_id" IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM "adjustments"
	WHERE "transaction_id" = "paddle_transaction_id" AND "action" = 'chargeback');--> statement-breakpoint
-- A chargeback that was won, or of a part, took the episode away.
WITH "ours" AS (
	UPDATE "orders" SET "charged_back" = false, "chargeback_changed_at" = now()
	WHERE "charged_back" AND (
		SELECT count(*) FILTER (WHERE "action" = 'chargeback' AND "adjustments"."status" IN ('approved', 'reversed'))
			<= greatest(count(*) FILTER (WHERE "action" = 'chargeback' AND "adjustments"."status" = 'reversed'),
				count(*) FILTER (WHERE "action" = 'chargeback_reverse' AND "adjustments"."status" = 'approved'))
		FROM "adjustments" WHERE "transaction_id" = "paddle_transaction_id" AND "type" = 'full')
	RETURNING "podcast_id")
UPDATE "podcasts" SET "withheld" = false WHERE "id" IN (SELECT "podcast_id" FROM "ours");--> statement-breakpoint
-- Paddle rejected somebody's refund: it says nothing of what we owe. Of our own a person was told.
UPDATE "orders" SET "refund_reason" = NULL
FROM "podcasts"
WHERE "orders"."status" = 'paid' AND "refund_reason" IN ('failed', 'length') AND "podcasts"."id" = "podcast_id"
	AND ("podcasts"."status" = 'processing' OR "podcasts"."status" = 'completed'
		AND coalesce(abs(("quality"->>'lengthError')::float), 0) <= 0.05);--> statement-breakpoint
UPDATE "orders" SET "status" = 'refund_pending', "refund_id" = NULL,
	"flags" = "flags" || jsonb_build_object('reason', 'Paddle has refused the refund: a person must give it back',
		'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
WHERE "status" = 'paid' AND "refund_reason" IS NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "refund_id" = NULL WHERE "status" = 'paid';--> statement-breakpoint
UPDATE "orders" SET "refund_due_at" = now() WHERE "status" = 'refund_pending' AND "refund_id" IS NULL
	AND NOT EXISTS (SELECT 1 FROM "adjustments" WHERE "transaction_id" = "paddle_transaction_id"
		AND "is_ours" AND "adjustments"."status" IN ('rejected', 'reversed'));--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "refund_changed_at";
