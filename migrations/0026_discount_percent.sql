ALTER TABLE "discount_codes" ALTER COLUMN "discount_percent" SET DATA TYPE numeric(5, 2);--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "discount_percent" SET DATA TYPE numeric(5, 2);