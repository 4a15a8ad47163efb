ALTER TABLE "expenses" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "cache_write_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "models" jsonb;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "models" jsonb;