CREATE INDEX "podcast_lines_clip" ON "podcast_lines" USING btree ("clip_key") WHERE "podcast_lines"."clip_key" is not null;--> statement-breakpoint
CREATE INDEX "podcasts_samples" ON "podcasts" USING btree ("id") WHERE "podcasts"."is_sample";--> statement-breakpoint
CREATE INDEX "podcasts_missed" ON "podcasts" USING btree ("id") WHERE "podcasts"."status" = 'completed'
          and abs(("podcasts"."quality"->>'lengthError')::float) > 0.05;