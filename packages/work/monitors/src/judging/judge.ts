import { addVersion, type Chain, EMPTY_MASK, judgePage, readVersion, startChain } from '@gleaner/changes'
import { watchOf } from '../watch.ts'
import type { JudgedPage, PageTask, StoredChain } from './messages.ts'
import { valuesOf } from './values-of.ts'
import { versionOf } from './version-of.ts'

/** Judges one look at a page, and makes the versions to keep. Reads hostile pages: done in a thread. */
export function judge({ watch, before, now, again, mask }: PageTask): JudgedPage {
  const chain = before && chainOf(before)
  const last = chain && readVersion(chain, chain.length - 1)
  const version = versionOf(watch, now)
  const looks = {
    before: last,
    now: version,
    again: again === undefined ? undefined : versionOf(watch, again),
  }
  const {
    comparison,
    text = '',
    patch = null,
    ...judgement
  } = judgePage(watchOf(watch), looks, mask ?? EMPTY_MASK)
  const isKept = judgement.state !== 'same' && !judgement.needsAgain
  return {
    ...judgement,
    changes: comparison?.changes ?? [],
    total: comparison?.total ?? 0,
    text,
    patch,
    ...(watch.mode === 'fields' && { values: valuesOf(watch, version) }),
    ...((isKept || judgement.state === 'new') && { kept: keep(chain, version, last) }),
  }
}

function keep(chain: Chain | undefined, version: string, last: string | undefined): JudgedPage['kept'] {
  const longer = chain && addVersion(chain, version, last)
  return { ...(longer ?? startChain(version)), isNew: !longer }
}

/** What crosses to a thread is no Buffer any more. */
function chainOf({ full, deltas, length }: StoredChain): Chain {
  return { full: Buffer.from(full), deltas: Buffer.from(deltas), length }
}
