CREATE TABLE "verdicts" (
	"id" serial PRIMARY KEY NOT NULL,
	"podcast_id" integer NOT NULL,
	"user_id" integer,
	"browser" text,
	"is_right" boolean NOT NULL,
	"note" text,
	"said_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verdicts_listener_check" CHECK (("verdicts"."user_id" is null) <> ("verdicts"."browser" is null)),
	CONSTRAINT "verdicts_note_check" CHECK ("verdicts"."note" is null or not "verdicts"."is_right")
);
--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "verdicts_account" ON "verdicts" USING btree ("user_id","podcast_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verdicts_browser" ON "verdicts" USING btree ("podcast_id","browser");