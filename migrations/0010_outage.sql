CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"can_produce" boolean,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_circuits" (
	"provider" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"reason" text DEFAULT 'away' NOT NULL,
	"message" text NOT NULL,
	"episodes" text[] DEFAULT '{}' NOT NULL,
	"failing_since" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"half_open_at" timestamp with time zone,
	"probes" integer DEFAULT 0 NOT NULL,
	"next_probe_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP TABLE "provider_refusals" CASCADE;