-- CreateTable
CREATE TABLE "checkout" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "url" TEXT,
    "payment" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_reversal" (
    "id" TEXT NOT NULL,
    "checkout_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "withdrawn" BOOLEAN NOT NULL DEFAULT false,
    "returned" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_reversal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_payment_key" ON "checkout"("payment");

-- CreateIndex
CREATE INDEX "checkout_account_id_paid_at_idx" ON "checkout"("account_id", "paid_at");

-- CreateIndex
CREATE INDEX "payment_reversal_checkout_id_idx" ON "payment_reversal"("checkout_id");

-- AddForeignKey
ALTER TABLE "payment_reversal" ADD CONSTRAINT "payment_reversal_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE "checkout" ADD CONSTRAINT "checkout_status_known" CHECK ("status" IN ('open', 'pending', 'paid', 'failed', 'expired'));
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_paid_at_a_time" CHECK (("status" = 'paid') = ("paid_at" IS NOT NULL));
ALTER TABLE "payment_reversal" ADD CONSTRAINT "payment_reversal_kind_known" CHECK ("kind" IN ('refund', 'dispute'));
