ALTER TABLE "orders" ADD COLUMN "stings" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "stings" boolean DEFAULT true NOT NULL;