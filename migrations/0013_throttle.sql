CREATE TABLE "script_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"quota" text NOT NULL,
	"tokens" double precision NOT NULL,
	"made_at" timestamp with time zone,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_limits" (
	"quota" text NOT NULL,
	"kind" text NOT NULL,
	"limit" double precision NOT NULL,
	"remaining" double precision NOT NULL,
	"full_in" double precision NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	CONSTRAINT "script_limits_quota_kind_pk" PRIMARY KEY("quota","kind")
);
