import { API_ROOT } from '@gleaner/contracts'
import { HOUR_MS } from '@gleaner/runtime/units'
import { createLinkSigner } from '@gleaner/security/signed-link'

/** Links that a browser opens without a login: whoever has one may use it until it expires. */
export interface PaymentLinks {
  /** The built-in payment page of a checkout. */
  toPaymentPage(checkoutId: string, expiresAt: Date): string
  toReceipt(receiptId: string): string
  /** Whether a requested path was signed by us and has not expired. */
  isGenuine(path: string, query: { expires?: unknown; signature?: unknown }): boolean
}

const RECEIPT_LINK_MS = HOUR_MS

export function createPaymentLinks({
  secret,
  publicUrl,
}: {
  secret: string
  publicUrl: string
}): PaymentLinks {
  const signer = createLinkSigner(secret)
  const link = (path: string, expiresAtMs: number) =>
    billingUrl(
      publicUrl,
      signer.sign(`${API_ROOT}/billing${path}`, expiresAtMs).slice(`${API_ROOT}/billing`.length),
    )
  return {
    toPaymentPage: (id, expiresAt) => link(`/checkout/${id}/pay`, expiresAt.getTime()),
    toReceipt: (id) => link(`/receipts/${id}/page`, Date.now() + RECEIPT_LINK_MS),
    isGenuine: (path, query) => signer.verify(path, query),
  }
}

/** The address of something below /billing, as browsers reach it. */
export function billingUrl(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/$/, '')}${API_ROOT}/billing${path}`
}
