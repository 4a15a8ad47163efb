ALTER TABLE "podcast_facts" ADD COLUMN "disputed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_facts" ADD COLUMN "against" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "chunks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "chosen_chunks" integer[] DEFAULT '{0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "read_chunks" integer[] DEFAULT '{0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "pages" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "paper" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "stated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD COLUMN "asked_again" integer DEFAULT 0 NOT NULL;