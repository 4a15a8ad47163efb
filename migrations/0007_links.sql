ALTER TABLE "podcasts" ADD COLUMN "letter_token" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_letter_token_unique" UNIQUE("letter_token");--> statement-breakpoint
-- Each of the feeds has other addresses in it now: also an app that only asks what is new since must read it.
UPDATE "users" SET "updated_at" = now() WHERE "feed_token" IS NOT NULL;
