ALTER TABLE "podcast_lines" DROP CONSTRAINT "podcast_lines_state_check";--> statement-breakpoint
ALTER TABLE "podcast_facts" ADD COLUMN "paragraph" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD COLUMN "sum" text;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD COLUMN "source_words" text;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "lines_unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD CONSTRAINT "podcast_lines_state_check" CHECK ("podcast_lines"."state" in ('written', 'read', 'spoken', 'dropped'));--> statement-breakpoint
-- Lines of before were held against their facts when they were written.
UPDATE "podcast_lines" SET "state" = 'read' WHERE "state" = 'written';--> statement-breakpoint
UPDATE "podcast_lines" AS "line" SET "source_words" = "fact"."quote"
FROM "podcast_facts" AS "fact"
WHERE "fact"."podcast_id" = "line"."podcast_id" AND "fact"."number" = "line"."facts"[1]
  AND "line"."basis" IN ('fact', 'inference');
