CREATE TABLE "podcast_facts" (
	"podcast_id" integer NOT NULL,
	"number" integer NOT NULL,
	"source" integer NOT NULL,
	"text" text NOT NULL,
	"quote" text NOT NULL,
	"strength" text DEFAULT 'says' NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "podcast_facts_podcast_id_number_pk" PRIMARY KEY("podcast_id","number"),
	CONSTRAINT "podcast_facts_strength_check" CHECK ("podcast_facts"."strength" in ('says', 'disputed', 'inference'))
);
--> statement-breakpoint
CREATE TABLE "podcast_sources" (
	"podcast_id" integer NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"url" text,
	"title" text NOT NULL,
	"site" text,
	"published" text,
	"language" text,
	"licence" text,
	"revision" text,
	"retrieved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "podcast_sources_podcast_id_number_pk" PRIMARY KEY("podcast_id","number"),
	CONSTRAINT "podcast_sources_kind_check" CHECK ("podcast_sources"."kind" in ('web', 'wikipedia', 'link', 'pdf', 'text'))
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"visitor_key" text,
	"kind" text NOT NULL,
	"url" text,
	"title" text NOT NULL,
	"site" text,
	"published" text,
	"language" text,
	"text" text NOT NULL,
	"words" integer NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sources_kind_check" CHECK ("sources"."kind" in ('link', 'pdf', 'text')),
	CONSTRAINT "sources_owner_check" CHECK (("sources"."user_id" is null) <> ("sources"."visitor_key" is null))
);
--> statement-breakpoint
ALTER TABLE "podcasts" DROP CONSTRAINT "podcasts_stage_check";--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "searches" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sources" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "only_these_sources" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD COLUMN "facts" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "sources" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "only_these_sources" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "pages_found" text[];--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "researched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "research_seconds" double precision;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "lines_rewritten" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "lines_cut" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "shows_sources" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "podcast_facts" ADD CONSTRAINT "podcast_facts_podcast_id_source_podcast_sources_podcast_id_number_fk" FOREIGN KEY ("podcast_id","source") REFERENCES "public"."podcast_sources"("podcast_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcast_sources" ADD CONSTRAINT "podcast_sources_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "podcast_sources_origin" ON "podcast_sources" USING btree ("podcast_id","origin");--> statement-breakpoint
CREATE INDEX "sources_user" ON "sources" USING btree ("user_id","content_hash");--> statement-breakpoint
CREATE INDEX "sources_visitor" ON "sources" USING btree ("visitor_key","content_hash");--> statement-breakpoint
CREATE INDEX "sources_created" ON "sources" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD CONSTRAINT "podcast_lines_basis_check" CHECK ("podcast_lines"."basis" in ('fact', 'inference', 'opinion', 'doubt', 'imagined', 'none'));--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_stage_check" CHECK ("podcasts"."stage" in ('queued', 'reading', 'writing', 'speaking', 'mastering', 'publishing', 'emailing'));