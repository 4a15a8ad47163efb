CREATE TABLE "briefs" (
	"id" text PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"brief" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "briefs_content_hash_unique" UNIQUE("content_hash")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "brief" jsonb;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "brief" jsonb;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "recap" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_memory" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "briefs_created" ON "briefs" USING btree ("created_at");