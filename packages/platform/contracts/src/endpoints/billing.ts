import { endpointsIn } from '../endpoint.ts'
import { BillingBalance, BillingUsage, TransactionList, TransactionQuery } from '../schemas/billing.ts'

const endpoint = endpointsIn('Billing', 'Balance, payments and receipts.')

export const getBillingUsage = endpoint({
  method: 'GET',
  path: '/billing/usage',
  summary: 'What the account has used today, this week and this month, and at which domains.',
  auth: 'apiKeyOrBearer',
  consent: 'account',
  responses: { 200: BillingUsage },
  errors: [],
})

export const getBillingBalance = endpoint({
  method: 'GET',
  path: '/billing/balance',
  summary: "The account's balance.",
  auth: 'apiKeyOrBearer',
  consent: 'account',
  responses: { 200: BillingBalance },
  errors: [],
})

export const listTransactions = endpoint({
  method: 'GET',
  path: '/billing/transactions',
  summary: "The account's deposits and charges, newest first.",
  auth: 'apiKeyOrBearer',
  query: TransactionQuery,
  responses: { 200: TransactionList },
  errors: [],
})
