import { createLoop, type Logger } from '@gleaner/runtime'
import {
  type ClaimedValidation,
  renewValidation,
  VALIDATION_LEASE_MS,
  type ValidationsContext,
} from '@gleaner/sessions'
import type { KeptLease } from '../lease-renewer.ts'

/** Three renewals fit into a lease, so one lost to a slow database does not lose the validation. */
const RENEW_EVERY_MS = VALIDATION_LEASE_MS / 3.5

/** Renews the claim on a validation until it is disposed of. */
export function keepClaim(
  { jobs, logger }: { jobs: Pick<ValidationsContext, 'pool'>; logger: Logger },
  validation: ClaimedValidation,
): KeptLease {
  const lost = new AbortController()
  const loop = createLoop({
    name: 'renew-validation',
    everyMs: RENEW_EVERY_MS,
    logger,
    run: async () => {
      if (!(await renewValidation(jobs.pool, validation))) lost.abort(new Error('the claim was lost'))
    },
  })
  loop.start()
  return { lost: lost.signal, [Symbol.dispose]: () => void loop.stop() }
}
