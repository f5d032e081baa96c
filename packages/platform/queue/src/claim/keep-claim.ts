import { createLoop, type Logger } from '@gleaner/runtime'
import { RENEW_EVERY_MS } from './lease-sql.ts'

/** A claim that is renewed until it is disposed of. */
export interface KeptClaim extends AsyncDisposable {
  /** Aborts when somebody else has the work, or it has ended: what this process makes of it would be thrown away. */
  readonly lost: AbortSignal
  /** Renews it now. Throws when the database is away. */
  renew(): Promise<void>
}

/** `renew`: false when the claim is lost. */
export function keepClaim(options: {
  /** Of the loop, in logs. */
  name: string
  renew: () => Promise<boolean>
  logger: Logger
}): KeptClaim {
  const { name, logger } = options
  const lost = new AbortController()
  const renew = async () => {
    if (!(await options.renew())) lost.abort(new Error('the claim was lost'))
  }
  const loop = createLoop({ name, everyMs: RENEW_EVERY_MS, logger, metrics: undefined, run: renew })
  loop.start()
  return { lost: lost.signal, renew, [Symbol.asyncDispose]: () => loop.stop() }
}
