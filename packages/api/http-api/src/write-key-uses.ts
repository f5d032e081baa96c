import type { KeyUses } from '@gleaner/accounts'
import { createLoop, type Loop, type ServiceDeps } from '@gleaner/runtime'

/** What a process that is killed takes along of the keys' counts. */
const EVERY_MS = 3_000

/** Writes now and then what keys were used for. */
export function writingKeyUses(
  keyUses: Pick<KeyUses, 'flush'>,
  deps: Pick<ServiceDeps, 'logger' | 'metrics'>,
): Loop {
  return createLoop({ name: 'write-key-uses', everyMs: EVERY_MS, ...deps, run: keyUses.flush })
}
