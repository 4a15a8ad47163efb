-- What 0015_plain_names kept for instances of the release before it.
DROP VIEW "letters", "script_limits", "voice_samples", "provider_circuits";--> statement-breakpoint
DROP FUNCTION "keep_old_users", "keep_old_podcasts", "keep_old_orders" CASCADE;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "email_proven_by";--> statement-breakpoint
ALTER TABLE "podcasts" DROP COLUMN "letter_token";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "perks_returned_at";
