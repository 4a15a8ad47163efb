CREATE TABLE "provider_refusals" (
	"provider" text PRIMARY KEY NOT NULL,
	"message" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
