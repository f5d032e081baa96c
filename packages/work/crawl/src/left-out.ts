/** Addresses that a crawl has left out, by reason: the first ones of each, as callers are shown them. */
export type LeftOut = Record<string, string[]>
