/** Money is in micros: 1,000,000 are one US dollar. One credit is the price of a request at tier 1: 0.0002 dollars. */
export const MICROS_PER_DOLLAR = 1_000_000n
export const MICROS_PER_CREDIT = 200
export const MICROS_PER_CENT = 10_000
export const CREDITS_PER_DOLLAR = Number(MICROS_PER_DOLLAR) / MICROS_PER_CREDIT

/** The most that a request may name as a budget: ten million dollars, which all sums of it hold. */
export const MAX_CREDITS = 50_000_000_000
