ALTER TABLE "listening_positions" ADD COLUMN "played_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "wave" jsonb;