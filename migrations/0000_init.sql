CREATE TABLE "audit" (
	"id" serial PRIMARY KEY NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"detail" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer,
	"name" text,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "discount_code_usages" (
	"id" serial PRIMARY KEY NOT NULL,
	"code_id" integer NOT NULL,
	"podcast_id" integer NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_code_usages_podcast_id_unique" UNIQUE("podcast_id")
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"code" varchar(50) NOT NULL,
	"discount_percent" integer NOT NULL,
	"max_uses" integer,
	"used_count" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" integer,
	"expires_at" timestamp with time zone,
	"minimum_duration" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" serial PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"message_id" text NOT NULL,
	"content" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"bounce" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" serial PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"user_id" integer,
	"topic" text NOT NULL,
	"tone" text NOT NULL,
	"style" text NOT NULL,
	"duration" integer NOT NULL,
	"voice1_id" text NOT NULL,
	"voice1_name" text NOT NULL,
	"voice2_id" text NOT NULL,
	"voice2_name" text NOT NULL,
	"email" text NOT NULL,
	"list_price" integer NOT NULL,
	"discount_code_id" integer,
	"discount_code" text,
	"discount_percent" integer DEFAULT 0 NOT NULL,
	"discount_reserved" boolean DEFAULT false NOT NULL,
	"discount_amount" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"is_bonus" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"flag" text,
	"paddle_transaction_id" text,
	"podcast_id" integer,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '60 minutes' NOT NULL,
	"paid_at" timestamp with time zone,
	"refund_id" text,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "orders_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "orders_paddle_transaction_id_unique" UNIQUE("paddle_transaction_id"),
	CONSTRAINT "orders_podcast_id_unique" UNIQUE("podcast_id")
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_reset_tokens_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "podcast_lines" (
	"podcast_id" integer NOT NULL,
	"position" integer NOT NULL,
	"section" integer NOT NULL,
	"speaker" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'written' NOT NULL,
	"clip_key" text,
	"milliseconds" integer,
	"start_milliseconds" integer,
	CONSTRAINT "podcast_lines_podcast_id_position_pk" PRIMARY KEY("podcast_id","position")
);
--> statement-breakpoint
CREATE TABLE "podcasts" (
	"id" serial PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"share_token" text NOT NULL,
	"user_id" integer,
	"title" text NOT NULL,
	"topic" text NOT NULL,
	"tone" text NOT NULL,
	"style" text NOT NULL,
	"duration" integer NOT NULL,
	"voice1_id" text NOT NULL,
	"voice1_name" text NOT NULL,
	"voice2_id" text NOT NULL,
	"voice2_name" text NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"stage" text DEFAULT 'queued' NOT NULL,
	"lease" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outline" jsonb,
	"sections_written" integer DEFAULT 0 NOT NULL,
	"lines_written" integer DEFAULT 0 NOT NULL,
	"lines_spoken" integer DEFAULT 0 NOT NULL,
	"milliseconds_spoken" integer DEFAULT 0 NOT NULL,
	"duration_seconds" double precision,
	"audio_bytes" bigint,
	"audio_key" text,
	"summary" text,
	"failure" text,
	"quality" jsonb,
	"costs" jsonb,
	"is_sample" boolean DEFAULT false NOT NULL,
	"audio_url" text,
	"paddle_transaction_id" text,
	"amount_paid" integer DEFAULT 0 NOT NULL,
	"discount_code" text,
	"discount_amount" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	CONSTRAINT "podcasts_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "podcasts_share_token_unique" UNIQUE("share_token")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "session" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (6) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text,
	"google_id" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"auth_provider" text DEFAULT 'local' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp with time zone,
	"monthly_podcasts_generated" integer DEFAULT 0 NOT NULL,
	"monthly_reset_date" timestamp with time zone DEFAULT date_trunc('month', now()) + interval '1 month' NOT NULL,
	"subscription_status" text DEFAULT 'free' NOT NULL,
	"has_used_free_podcast" boolean DEFAULT false NOT NULL,
	"has_made_first_purchase" boolean DEFAULT false NOT NULL,
	"feed_token" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_google_id_unique" UNIQUE("google_id"),
	CONSTRAINT "users_feed_token_unique" UNIQUE("feed_token")
);
--> statement-breakpoint
CREATE TABLE "voices_cache" (
	"provider" text PRIMARY KEY NOT NULL,
	"voices" jsonb NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code_usages" ADD CONSTRAINT "discount_code_usages_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code_usages" ADD CONSTRAINT "discount_code_usages_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_code_id_discount_codes_id_fk" FOREIGN KEY ("discount_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD CONSTRAINT "podcast_lines_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_code_unique" ON "discount_codes" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "letters_once" ON "letters" USING btree ("about","kind");--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("next_attempt_at") WHERE "letters"."sent_at" is null and "letters"."bounce" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_reservation" ON "orders" USING btree ("user_id","discount_code_id") WHERE "orders"."discount_reserved" and "orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "payment_events_unhandled" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "podcasts_user" ON "podcasts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "podcasts_status" ON "podcasts" USING btree ("status");--> statement-breakpoint
CREATE INDEX "session_expire" ON "session" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));