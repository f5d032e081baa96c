// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class BillingApi extends Group {
  /** The account's balance. `GET /billing/balance` */
  balance(options?: RequestOptions): Promise<Reply<'getBillingBalance'>> {
    return this.callOperation('getBillingBalance', [], {}, options)
  }

  /** What the account has used today, this week and this month, and at which domains. `GET /billing/usage` */
  usage(options?: RequestOptions): Promise<Reply<'getBillingUsage'>> {
    return this.callOperation('getBillingUsage', [], {}, options)
  }

  /** The account's deposits and charges, newest first. `GET /billing/transactions` */
  transactions(
    fields: Fields<'listTransactions'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listTransactions'>> {
    return this.callOperation('listTransactions', [], fields, options)
  }

  /** Every entry of `transactions`, page by page as they are asked for. */
  allTransactions(
    fields: Fields<'listTransactions'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listTransactions', 'transactions'>, void, undefined> {
    return this.turnPages('listTransactions', [], fields, options, { by: 'cursor', entries: 'transactions' })
  }

  /** List the account's payments, newest first. `GET /billing/receipts` */
  receipts(fields: Fields<'listReceipts'> = {}, options?: RequestOptions): Promise<Reply<'listReceipts'>> {
    return this.callOperation('listReceipts', [], fields, options)
  }

  /** Every entry of `receipts`, page by page as they are asked for. */
  allReceipts(
    fields: Fields<'listReceipts'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listReceipts', 'receipts'>, void, undefined> {
    return this.turnPages('listReceipts', [], fields, options, { by: 'offset', entries: 'receipts' })
  }

  /** Download the receipt of a payment, a page to print. `GET /billing/receipts/{receipt_id}` */
  getReceipt(receipt_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('getReceipt', [receipt_id], {}, options)
  }

  /** A receipt in the browser, by the signed link that the list gives. `GET /billing/receipts/{receipt_id}/page` */
  receiptPage(receipt_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('showReceiptPage', [receipt_id], {}, options)
  }

  /** Buy credits: gives the address of a page on which to pay. `POST /billing/checkout` */
  checkout(fields: Fields<'createCheckout'>, options?: RequestOptions): Promise<Reply<'createCheckout'>> {
    return this.callOperation('createCheckout', [], fields, options)
  }

  /** Read whether a checkout has been paid. `GET /billing/checkout/{checkout_id}` */
  getCheckout(checkout_id: string, options?: RequestOptions): Promise<Reply<'getCheckout'>> {
    return this.callOperation('getCheckout', [checkout_id], {}, options)
  }

  /** The built-in payment page of development, by the signed link that a checkout gives. `GET /billing/checkout/{checkout_id}/pay` */
  paymentPage(checkout_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('showPaymentPage', [checkout_id], {}, options)
  }

  /** What the button of the built-in payment page does: credits at once, and once. `POST /billing/checkout/{checkout_id}/pay` */
  pay(checkout_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('payCheckout', [checkout_id], {}, options)
  }

  /** The page that a payer returns to who did not pay. `GET /billing/payment/cancelled` */
  cancelledPage(options?: RequestOptions): Promise<Response> {
    return this.callOperation('showCheckoutCancelled', [], {}, options)
  }

  /** The page that a payer returns to. `GET /billing/payment/success` */
  successPage(options?: RequestOptions): Promise<Response> {
    return this.callOperation('showCheckoutSuccess', [], {}, options)
  }

  /** Takes the signed events of the payment provider. `POST /billing/webhooks/stripe` */
  stripeEvent(options?: RequestOptions): Promise<Reply<'receiveStripeEvent'>> {
    return this.callOperation('receiveStripeEvent', [], {}, options)
  }
}
