ALTER TABLE "users" ADD COLUMN "email_proven_by" text;--> statement-breakpoint
-- A proof from before this column was anybody's click, so nobody keeps an admin's right by one: it
-- returns when the owner of the address signs in with Google, or opens a new link. Rights given by
-- hand stay.
WITH "given" AS (
	SELECT DISTINCT ON ("target") "target", "action", "detail"->>'by' AS "by" FROM "audit"
	WHERE "action" IN ('admin.grant', 'admin.revoke') ORDER BY "target", "id" DESC
), "taken" AS (
	UPDATE "users" SET "is_admin" = false, "updated_at" = now() FROM "given"
	WHERE "users"."is_admin" AND "given"."target" = 'user:' || "users"."id"
		AND "given"."action" = 'admin.grant' AND "given"."by" = 'ADMIN_EMAILS'
	RETURNING "users"."id"
)
INSERT INTO "audit" ("action", "target", "detail")
SELECT 'admin.revoke', 'user:' || "id", '{"by":"an address to be proven again"}'::jsonb FROM "taken";
