CREATE TABLE "previews" (
	"id" text PRIMARY KEY NOT NULL,
	"content_hash" text,
	"podcast_id" integer,
	"lengths" integer[] DEFAULT '{}' NOT NULL,
	"plans" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sound_asked_at" timestamp with time zone,
	"seconds" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "previews_content_hash_unique" UNIQUE("content_hash")
);
--> statement-breakpoint
ALTER TABLE "podcasts" DROP CONSTRAINT "podcasts_status_check";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "preview_id" text;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "preview_id" text;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "previews_podcast" ON "previews" USING btree ("podcast_id");--> statement-breakpoint
CREATE INDEX "previews_created" ON "previews" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_preview_id_previews_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."previews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_preview_id_previews_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."previews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_preview" ON "orders" USING btree ("preview_id") WHERE "orders"."preview_id" is not null;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_status_check" CHECK ("podcasts"."status" in ('processing', 'completed', 'failed', 'deleted', 'preview'));