-- The table has its code's name. Until the next release, instances of the release before read and write
-- it through a view under its old name; the next release drops the view stray_payments.
ALTER TABLE "stray_payments" RENAME TO "unmatched_payments";--> statement-breakpoint
ALTER INDEX "stray_payments_pkey" RENAME TO "unmatched_payments_pkey";--> statement-breakpoint
ALTER INDEX "stray_payments_order" RENAME TO "unmatched_payments_order";--> statement-breakpoint
ALTER TABLE "unmatched_payments" RENAME CONSTRAINT "stray_payments_order_id_orders_id_fk" TO "unmatched_payments_order_id_orders_id_fk";--> statement-breakpoint
CREATE VIEW "stray_payments" AS SELECT * FROM "unmatched_payments";--> statement-breakpoint
UPDATE "settings" SET "name" = 'checks_requested' WHERE "name" = 'checks_wished';
