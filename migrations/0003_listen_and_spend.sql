CREATE TABLE "expenses" (
	"id" serial PRIMARY KEY NOT NULL,
	"podcast_id" integer,
	"provider" text NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"cached_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"microdollars" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listening_positions" (
	"user_id" integer NOT NULL,
	"podcast_id" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listening_positions_user_id_podcast_id_pk" PRIMARY KEY("user_id","podcast_id")
);
--> statement-breakpoint
CREATE TABLE "podcast_parts" (
	"podcast_id" integer NOT NULL,
	"number" integer NOT NULL,
	"start_milliseconds" integer NOT NULL,
	"milliseconds" integer NOT NULL,
	"audio_key" text NOT NULL,
	CONSTRAINT "podcast_parts_podcast_id_number_pk" PRIMARY KEY("podcast_id","number")
);
--> statement-breakpoint
CREATE TABLE "speech_shares" (
	"instance" text PRIMARY KEY NOT NULL,
	"episodes" integer NOT NULL,
	"learnt" integer,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "podcast_id" integer;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_positions" ADD CONSTRAINT "listening_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_positions" ADD CONSTRAINT "listening_positions_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcast_parts" ADD CONSTRAINT "podcast_parts_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expenses_at" ON "expenses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "expenses_podcast" ON "expenses" USING btree ("podcast_id");--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Whoever watches an episode being made hears of each step, on whichever instance it happens.
CREATE FUNCTION "tell_of_podcast"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('podcast_changed', NEW.public_id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "podcasts_tell" AFTER UPDATE ON "podcasts" FOR EACH ROW
WHEN ((OLD.status, OLD.stage, OLD.lines_written, OLD.lines_spoken, OLD.title, OLD.withheld)
	IS DISTINCT FROM (NEW.status, NEW.stage, NEW.lines_written, NEW.lines_spoken, NEW.title, NEW.withheld))
EXECUTE FUNCTION "tell_of_podcast"();
--> statement-breakpoint
CREATE FUNCTION "tell_of_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('podcast_changed', public_id) FROM podcasts WHERE id = NEW.podcast_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "podcast_parts_tell" AFTER INSERT ON "podcast_parts" FOR EACH ROW
EXECUTE FUNCTION "tell_of_part"();
