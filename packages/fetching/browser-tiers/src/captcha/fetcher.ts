import type { Fetcher } from '@gleaner/http-tiers'
import { withLoginAsHeader } from '@gleaner/http-tiers'
import { attemptInBrowser } from '../browser/attempt.ts'
import { openPage } from '../browser/page/open-page.ts'
import { outcomeOfPage } from '../browser/page/page-outcome.ts'
import { type BrowserPool, createBrowserPool, type PoolOptions } from '../browser/pool/pool.ts'
import { createOcr } from './ocr.ts'
import { passChallenge } from './pass-challenge.ts'
import { createSolver } from './solver.ts'
import type { SolverOptions } from './solver-protocol.ts'
import { recordWidgets } from './widget-recorder.ts'

/** With a pool that the caller shares and closes, or with one of its own. */
export type CaptchaFetcherOptions = {
  /** A 2captcha-style service for the puzzles that only a person or such a service passes. */
  solver?: SolverOptions | undefined
} & ({ pool: BrowserPool } | PoolOptions)

/** Captchas are read from screenshots. */
const PICTURES = true

/** Tier 5: the browser of tier 4, and a step that passes the challenge in front of the page. */
export function createCaptchaFetcher(options: CaptchaFetcherOptions): Fetcher {
  const own = 'pool' in options ? undefined : createBrowserPool(options)
  const pool = own ?? (options as { pool: BrowserPool }).pool
  const solver = options.solver && createSolver(options.solver)
  const ocr = createOcr()

  return {
    tier: '5',
    fetch: (asked, signal) => {
      const request = withLoginAsHeader(asked)
      return attemptInBrowser(
        pool,
        request,
        signal,
        async (lease, progress) => {
          if (solver) await recordWidgets(lease)
          const open = await openPage(lease, request, 'full', progress)
          const blocked = await passChallenge({ open, request, solver, ocr }, signal)
          return blocked ?? outcomeOfPage(open, request, signal)
        },
        PICTURES,
      )
    },
    close: async () => void (await Promise.all([own?.close(), ocr.close()])),
  }
}
