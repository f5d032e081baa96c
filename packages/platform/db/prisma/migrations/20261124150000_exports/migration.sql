-- Where accounts' exports go.
CREATE TABLE "export_destination" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "place" JSONB NOT NULL,
    "secret" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_destination_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "export_destination_account_id_name_key" ON "export_destination"("account_id", "name");

-- Exports of a batch or a crawl.
CREATE TABLE "export_run" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "destination_id" UUID,
    "source_kind" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "total_rows" INTEGER,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lost_leases" INTEGER NOT NULL DEFAULT 0,
    "cancelled_at" TIMESTAMPTZ(3),
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "export_run_account_id_created_at_idx" ON "export_run"("account_id", "created_at");
CREATE INDEX "export_run_created_at_idx" ON "export_run"("created_at");
CREATE INDEX "export_run_destination_id_idx" ON "export_run"("destination_id");

-- What one writes: an object for each day where it is partitioned, else one.
CREATE TABLE "export_object" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "day" DATE,
    "upload_id" TEXT,
    "next_index" INTEGER NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "is_done" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "export_object_pkey" PRIMARY KEY ("run_id", "seq")
);
ALTER TABLE "export_object" ADD CONSTRAINT "export_object_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "export_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What of an object has been taken by its destination, until it is whole.
CREATE TABLE "export_part" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "etag" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "facts" JSON,

    CONSTRAINT "export_part_pkey" PRIMARY KEY ("run_id", "seq", "number")
);
ALTER TABLE "export_part" ADD CONSTRAINT "export_part_run_id_seq_fkey" FOREIGN KEY ("run_id", "seq") REFERENCES "export_object"("run_id", "seq") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lines of the indexes of an archive, which are written after its pages.
CREATE TABLE "export_line" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "index_line" TEXT NOT NULL,
    "page_line" TEXT NOT NULL,

    CONSTRAINT "export_line_pkey" PRIMARY KEY ("run_id", "seq", "place")
);
ALTER TABLE "export_line" ADD CONSTRAINT "export_line_run_id_seq_fkey" FOREIGN KEY ("run_id", "seq") REFERENCES "export_object"("run_id", "seq") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- Exporters and the bound of an account read those that have not ended, of which there are few.
CREATE INDEX "export_run_open_idx" ON "export_run"("account_id", "next_at") WHERE "ended_at" IS NULL;
