import type { OriginStorage } from '@gleaner/cookie-rules'
import { withTimeout } from '@gleaner/runtime'
import { MOST_CHARS, readLocalStorage, storedItems } from '../browser/page/origin-storage.ts'
import { runInDocument } from '../browser/protocol/run-in-page.ts'
import type { Tab } from './tab.ts'
import type { Tabs } from './tabs.ts'

/** A page whose scripts stand still by then is not read. In ms. */
const READ_MS = 3_000

/**
 * What an attended browser has stored for the origins that were visited and are wanted: of a tab that shows one, its `sessionStorage` as
 * well.
 */
export async function readKeptStorage(
  tabs: Tabs,
  isWanted: (origin: string) => boolean,
): Promise<OriginStorage[]> {
  const found = new Map<string, OriginStorage>()
  // The tab that was shown last says what holds.
  for (const tab of tabs.all()) {
    if (!isWanted(tab.origin)) continue
    const { origin } = tab
    const read = await withTimeout('storage', READ_MS, () => storageOf(tab)).catch(() => undefined)
    if (read) found.set(origin, { origin, ...read })
  }
  const others = tabs.visited().filter((origin) => isWanted(origin) && !found.has(origin))
  if (others.length === 0) return [...found.values()]
  const elsewhere = await tabs.unseen.withPage((session, frame) => readLocalStorage(session, frame, others))
  return [...found.values(), ...elsewhere]
}

async function storageOf(tab: Tab) {
  return await runInDocument(tab.session, tab.mainFrameId, storedItems, MOST_CHARS)
}
