/** SQL over entries `e`: what they change in the two ledger accounts that a balance keeps. */
export const SUMS = `
  COALESCE(sum(amount_micros) FILTER (WHERE credit_book = 'available'), 0)
    - COALESCE(sum(amount_micros) FILTER (WHERE debit_book = 'available'), 0) AS available,
  COALESCE(sum(amount_micros) FILTER (WHERE credit_book = 'held'), 0)
    - COALESCE(sum(amount_micros) FILTER (WHERE debit_book = 'held'), 0) AS held`
