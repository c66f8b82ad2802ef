CREATE TABLE "pipeline_minute" (
	"minute" timestamp (3) with time zone NOT NULL,
	"class" text NOT NULL,
	"accepted" integer NOT NULL,
	"posted" integer NOT NULL,
	"rejected" integer NOT NULL,
	"dead" integer NOT NULL,
	"lags" integer[] NOT NULL,
	CONSTRAINT "pipeline_minute_minute_class_pk" PRIMARY KEY("minute","class")
);
