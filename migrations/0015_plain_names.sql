-- Names in the database become the code's. Nothing has to stop: until the next release, instances of
-- the release before read and write the old names. Renamed tables have a view under their old name.
-- The three columns whose tables keep their names stand twice, and triggers keep both alike.
-- The next release drops the views letters, script_limits, voice_samples and provider_circuits, the
-- functions keep_old_* (cascade), and users.email_proven_by, podcasts.letter_token,
-- orders.perks_returned_at.
CREATE TABLE "job_leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" RENAME TO "emails";--> statement-breakpoint
ALTER SEQUENCE "letters_id_seq" RENAME TO "emails_id_seq";--> statement-breakpoint
ALTER INDEX "letters_pkey" RENAME TO "emails_pkey";--> statement-breakpoint
ALTER INDEX "letters_message_id_unique" RENAME TO "emails_message_id_unique";--> statement-breakpoint
ALTER INDEX "letters_once" RENAME TO "emails_once";--> statement-breakpoint
ALTER INDEX "letters_due" RENAME TO "emails_due";--> statement-breakpoint
CREATE VIEW "letters" AS SELECT * FROM "emails";--> statement-breakpoint
ALTER TABLE "provider_circuits" RENAME TO "circuit_breakers";--> statement-breakpoint
ALTER INDEX "provider_circuits_pkey" RENAME TO "circuit_breakers_pkey";--> statement-breakpoint
ALTER TABLE "circuit_breakers" RENAME COLUMN "episodes" TO "failing_subjects";--> statement-breakpoint
CREATE VIEW "provider_circuits" AS SELECT "provider", "state", "reason", "message",
	"failing_subjects" AS "episodes", "failing_since", "failed_at", "opened_at", "half_open_at", "probes",
	"next_probe_at" FROM "circuit_breakers";--> statement-breakpoint
ALTER TABLE "script_limits" RENAME TO "script_rate_limits";--> statement-breakpoint
ALTER INDEX "script_limits_quota_kind_pk" RENAME TO "script_rate_limits_quota_kind_pk";--> statement-breakpoint
ALTER TABLE "script_rate_limits" RENAME COLUMN "heard_at" TO "received_at";--> statement-breakpoint
CREATE VIEW "script_limits" AS SELECT "quota", "kind", "limit", "remaining", "full_in",
	"received_at" AS "heard_at" FROM "script_rate_limits";--> statement-breakpoint
ALTER TABLE "voice_samples" RENAME TO "voice_states";--> statement-breakpoint
ALTER INDEX "voice_samples_voice_id_settings_pk" RENAME TO "voice_states_voice_id_settings_pk";--> statement-breakpoint
ALTER TABLE "voice_states" RENAME COLUMN "heard_at" TO "sampled_at";--> statement-breakpoint
CREATE VIEW "voice_samples" AS SELECT "voice_id", "settings", "sampled_at" AS "heard_at", "failed_at",
	"reason", "end_announced" FROM "voice_states";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "email_proven_by" TO "email_verified_by";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_proven_by" text;--> statement-breakpoint
UPDATE "users" SET "email_verified_by" = CASE "email_verified_by" WHEN 'letter' THEN 'email' ELSE "email_verified_by" END,
	"email_proven_by" = "email_verified_by" WHERE "email_verified_by" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION "keep_old_users"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	is_old_write boolean := CASE TG_OP WHEN 'INSERT' THEN NEW.email_proven_by IS NOT NULL
		ELSE NEW.email_proven_by IS DISTINCT FROM OLD.email_proven_by END;
BEGIN
	IF is_old_write THEN
		NEW.email_verified_by := CASE NEW.email_proven_by WHEN 'letter' THEN 'email' ELSE NEW.email_proven_by END;
	END IF;
	NEW.email_proven_by := CASE NEW.email_verified_by WHEN 'email' THEN 'letter' ELSE NEW.email_verified_by END;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_old_names" BEFORE INSERT OR UPDATE ON "users"
	FOR EACH ROW EXECUTE FUNCTION "keep_old_users"();--> statement-breakpoint
ALTER TABLE "podcasts" RENAME COLUMN "letter_token" TO "email_token";--> statement-breakpoint
ALTER INDEX "podcasts_letter_token_unique" RENAME TO "podcasts_email_token_unique";--> statement-breakpoint
ALTER INDEX "podcasts_pace" RENAME TO "podcasts_completed";--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "letter_token" text;--> statement-breakpoint
UPDATE "podcasts" SET "letter_token" = "email_token",
	"stage" = CASE "stage" WHEN 'telling' THEN 'emailing' ELSE "stage" END;--> statement-breakpoint
CREATE FUNCTION "keep_old_podcasts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.letter_token IS DISTINCT FROM OLD.letter_token THEN
		NEW.email_token := NEW.letter_token;
	END IF;
	NEW.letter_token := NEW.email_token;
	IF NEW.stage = 'telling' THEN NEW.stage := 'emailing'; END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_old_names" BEFORE INSERT OR UPDATE ON "podcasts"
	FOR EACH ROW EXECUTE FUNCTION "keep_old_podcasts"();--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "perks_returned_at" TO "benefits_returned_at";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "perks_returned_at" timestamp with time zone;--> statement-breakpoint
UPDATE "orders" SET "perks_returned_at" = "benefits_returned_at" WHERE "benefits_returned_at" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION "keep_old_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.perks_returned_at IS DISTINCT FROM OLD.perks_returned_at THEN
		NEW.benefits_returned_at := NEW.perks_returned_at;
	END IF;
	NEW.perks_returned_at := NEW.benefits_returned_at;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_old_names" BEFORE INSERT OR UPDATE ON "orders"
	FOR EACH ROW EXECUTE FUNCTION "keep_old_orders"();--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_type_check" CHECK ("adjustments"."type" in ('full', 'partial'));--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_status_check" CHECK ("adjustments"."status" in ('pending_approval', 'approved', 'rejected', 'reversed'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_check" CHECK ("orders"."status" in ('open', 'paid', 'expired', 'refund_pending', 'refunded'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_reason_check" CHECK ("orders"."refund_reason" in ('failed', 'length', 'support', 'discount'));--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD CONSTRAINT "podcast_lines_speaker_check" CHECK ("podcast_lines"."speaker" in ('A', 'B'));--> statement-breakpoint
ALTER TABLE "podcast_lines" ADD CONSTRAINT "podcast_lines_state_check" CHECK ("podcast_lines"."state" in ('written', 'spoken', 'dropped'));--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_status_check" CHECK ("podcasts"."status" in ('processing', 'completed', 'failed', 'deleted'));--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_stage_check" CHECK ("podcasts"."stage" in ('queued', 'writing', 'speaking', 'mastering', 'publishing', 'emailing'));--> statement-breakpoint
ALTER TABLE "circuit_breakers" ADD CONSTRAINT "circuit_breakers_state_check" CHECK ("circuit_breakers"."state" in ('closed', 'open', 'half-open'));--> statement-breakpoint
ALTER TABLE "circuit_breakers" ADD CONSTRAINT "circuit_breakers_reason_check" CHECK ("circuit_breakers"."reason" in ('away', 'refused'));--> statement-breakpoint
ALTER TABLE "script_rate_limits" ADD CONSTRAINT "script_rate_limits_kind_check" CHECK ("script_rate_limits"."kind" in ('requests', 'tokens'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_auth_provider_check" CHECK ("users"."auth_provider" in ('local', 'google'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_verified_by_check" CHECK ("users"."email_verified_by" in ('email', 'reset', 'google', 'demo'));
