CREATE TABLE "voice_samples" (
	"voice_id" text NOT NULL,
	"settings" text NOT NULL,
	"heard_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"reason" text,
	"end_announced" timestamp with time zone,
	CONSTRAINT "voice_samples_voice_id_settings_pk" PRIMARY KEY("voice_id","settings")
);
