import type { OriginStorage, StoredItem } from '@gleaner/cookie-rules'
import type { FetchRequest } from '@gleaner/http-tiers'
import type { CDPSession } from 'puppeteer-core'
import { inEmptyDocuments } from './empty-documents.ts'

/** Gives a page the storage that the attempt begins with: it is there before any document of its origins is. */
export async function restoreStorage(
  session: CDPSession,
  mainFrameId: string,
  { storage = [], httpsOnly }: Pick<FetchRequest, 'storage' | 'httpsOnly'>,
): Promise<void> {
  const allowed = storage.filter(({ origin }) => !httpsOnly || origin.startsWith('https:'))
  const byOrigin = new Map(allowed.map((each) => [each.origin, each]))
  await inEmptyDocuments(session, mainFrameId, [...byOrigin.keys()], async ({ origin, run }) => {
    const { local, session: ofTab } = byOrigin.get(origin)!
    await run(storeItems, local, ofTab)
  })
}

/** What a browser has stored for these origins, of all its tabs. */
export async function readLocalStorage(
  session: CDPSession,
  mainFrameId: string,
  origins: readonly string[],
): Promise<OriginStorage[]> {
  const found: OriginStorage[] = []
  await inEmptyDocuments(session, mainFrameId, origins, async ({ origin, run }) => {
    const { local } = await run(storedItems, MOST_CHARS)
    found.push({ origin, local, session: [] })
  })
  return found
}

/** In characters: what is larger holds no login. A browser keeps five million of an origin. */
export const MOST_CHARS = 256 * 1024

/** Runs in a page: what its origin has stored, but for what is larger. */
export function storedItems(mostChars: number): { local: StoredItem[]; session: StoredItem[] } {
  const itemsOf = (area: () => Storage): StoredItem[] => {
    try {
      return Object.entries(area()).filter(([name, value]) => name.length + value.length <= mostChars)
    } catch {
      // It is closed to this document: its origin is nobody's, or its site forbids it.
      return []
    }
  }
  return { local: itemsOf(() => localStorage), session: itemsOf(() => sessionStorage) }
}

/** Runs in a page. */
function storeItems(local: readonly StoredItem[], session: readonly StoredItem[]): void {
  for (const [name, value] of local) localStorage.setItem(name, value)
  for (const [name, value] of session) sessionStorage.setItem(name, value)
}
