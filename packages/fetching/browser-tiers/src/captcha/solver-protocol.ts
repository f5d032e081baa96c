import type { Vendor } from './challenge-selectors.ts'

export interface SolverOptions {
  /** Root of the service's HTTP API. */
  url: string
  apiKey: string
}

export interface Puzzle {
  vendor: Vendor
  sitekey: string
  pageUrl: string
  userAgent: string
  action: string
  /** What the widget was given beside its key (`cData` of Turnstile, `data-s` of reCAPTCHA). */
  data: string
  invisible: boolean
}

/** One solver API: 2captcha has two, and other services copied one of them. */
export interface SolverProtocol {
  /** Submits a puzzle and resolves to its id; `unsupported` when the service does not speak this API. */
  submit(puzzle: Puzzle, signal: AbortSignal): Promise<string | 'unsupported' | undefined>
  /** The answer, `pending`, or undefined when there will be none. */
  collect(id: string, signal: AbortSignal): Promise<string | 'pending' | undefined>
}
