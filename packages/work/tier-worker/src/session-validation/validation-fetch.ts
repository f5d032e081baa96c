import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'

/** Fetches as a validation does: for its account, and without a proxy. */
export type ValidationFetch = (request: FetchRequest, signal: AbortSignal) => Promise<FetchOutcome>
