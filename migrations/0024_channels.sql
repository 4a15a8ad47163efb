CREATE TABLE "listens" (
	"day" date NOT NULL,
	"channel" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "listens_day_channel_pk" PRIMARY KEY("day","channel"),
	CONSTRAINT "listens_channel_check" CHECK ("listens"."channel" in ('shared', 'embed', 'samples', 'email', 'own', 'direct'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "channel" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel_check" CHECK ("orders"."channel" in ('shared', 'embed', 'samples', 'email', 'own', 'direct'));--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_channel_check" CHECK ("previews"."channel" in ('shared', 'embed', 'samples', 'email', 'own', 'direct'));