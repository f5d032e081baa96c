import { endpointsIn, FILE } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { PageQuery } from '../schemas/page.ts'
import { ReceiptList } from '../schemas/receipts.ts'

const endpoint = endpointsIn('Billing')

const params = inPath('receipt_id')

export const listReceipts = endpoint({
  method: 'GET',
  path: '/billing/receipts',
  summary: "List the account's payments, newest first.",
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: ReceiptList },
  errors: [],
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/billing/receipts/{receipt_id}',
  summary: 'Download the receipt of a payment, a page to print.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: FILE },
  contentTypes: ['text/html'],
  errors: ['NOT_FOUND'],
})

export const showReceiptPage = endpoint({
  method: 'GET',
  path: '/billing/receipts/{receipt_id}/page',
  summary: 'A receipt in the browser, by the signed link that the list gives.',
  auth: 'none',
  params,
  responses: { 200: FILE },
  contentTypes: ['text/html'],
  errors: ['NOT_FOUND'],
})
