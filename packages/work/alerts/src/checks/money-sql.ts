/** An account's money, in SQL on its balance `b`: what is held for open work is not spent yet. */
export const MONEY = '(b.available_micros + b.held_micros - b.owed_micros)'

/** Money moves in other ways than by jobs: rules on balances are looked at every minute. */
export const BALANCE_EVERY_SECONDS = 60
