import { pages } from './pages.ts'

/** The balance, and what moved it. */
export const billing = {
  title: pages.billing,
  lead: 'Credits are paid in advance. A dollar buys 5,000.',
  available: 'Available',
  held: 'Held by open work',
  owed: 'Owed',
  spent: 'Spent in all',
  topUp: 'Top up',
  topUpHint: 'In US dollars',
  amount: 'Amount',
  tabs: { transactions: 'Transactions', receipts: 'Receipts', limit: 'Spend limit' },

  kind: 'Kind',
  allKinds: 'all',
  kinds: {
    deposit: 'paid in',
    charge: 'charge',
    refund: 'refund',
    dispute: 'dispute',
    reinstatement: 'paid again',
  },
  noTransactions: 'Payments and charges will stand here, the newest first.',
  columns: { when: 'When', kind: 'Kind', note: 'For', amount: 'Credits', balance: 'Balance after' },
  download: 'Download as CSV',
  downloading: (count: string) => `${count} read`,

  noReceipts: 'Each payment gives a receipt to print.',
  receiptColumns: { number: 'Number', paid: 'Paid', state: 'State', amount: 'Amount', credits: 'Credits' },

  limitLead: 'Stops work before it costs more than you want. What open requests hold counts as spent.',
  noLimit: 'There is no limit.',
  setLimit: 'Set limit',
  changeLimit: 'Change limit',
  removeLimit: 'Remove limit',
  limitCredits: 'Most credits',
  limitRequests: 'Most requests',
  limitEmpty: 'Empty: no such limit',
  period: 'In each',
  periods: { daily: 'day', weekly: 'week', monthly: 'month' },
  used: (used: string, limit: string) => `${used} of ${limit} used`,
  resets: 'Counts anew',
}
