ALTER TABLE "podcast_lines" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD COLUMN "is_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD CONSTRAINT "podcast_lines_delivery_check" CHECK ("podcast_lines"."delivery" in ('amused', 'curious', 'laughs', 'quickly', 'quietly', 'relieved', 'sighs', 'slowly', 'surprised'));