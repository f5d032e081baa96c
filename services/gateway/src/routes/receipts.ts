import { ApiError } from '@gleaner/contracts'
import { listReceipts as list, readReceipt, receiptPage } from '@gleaner/payments'
import type { Handler } from '../handler.ts'
import { sendPaymentPage } from '../send-payment-page.ts'

/** GET /billing/receipts. */
export const listReceipts: Handler<'listReceipts'> = async (ctx, { caller, query, response }) => {
  response.json(await list(ctx.payments, caller.accountId, query))
}

/** GET /billing/receipts/{receipt_id}: as a file, because only programs send a key or token. */
export const getReceipt: Handler<'getReceipt'> = async (ctx, { caller, params, response }) => {
  const receipt = await readReceipt(ctx.payments, params.receipt_id, caller.accountId)
  response.setHeader('Content-Disposition', `attachment; filename="receipt-${receipt.number}.html"`)
  sendPaymentPage(response, receiptPage(receipt, ctx.config))
}

/** The same in a browser, for whoever has its signed link. */
export const showReceiptPage: Handler<'showReceiptPage'> = async (ctx, { params, request, response }) => {
  if (!ctx.payments.links.isGenuine(`${request.baseUrl}${request.path}`, request.query))
    throw new ApiError(
      'NOT_FOUND',
      'This link is not valid, or has expired. The list of receipts gives a new one.',
    )
  sendPaymentPage(response, receiptPage(await readReceipt(ctx.payments, params.receipt_id), ctx.config))
}
