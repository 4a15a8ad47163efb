ALTER TABLE "podcast_sources" ADD COLUMN "pieces" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "chosen_pieces" integer[] DEFAULT '{0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "read_pieces" integer[] DEFAULT '{0}' NOT NULL;