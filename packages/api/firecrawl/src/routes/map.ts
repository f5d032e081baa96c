import type { MapEntry, SiteMap } from '@gleaner/contracts'
import type { DoorHandler } from '../call.ts'
import { badRequest } from '../door-error.ts'
import { MAP_FIELDS, USUAL_LINKS } from '../fields/map-fields.ts'
import { createDraft } from '../translate/draft.ts'
import { translate } from '../translate/translate.ts'
import { idempotencyOf } from './idempotency.ts'
import { warningOf } from './scrape.ts'

/** POST /map. */
export const postMap: DoorHandler = async (call) => {
  const draft = createDraft(call.dialect, await call.body())
  const { given } = draft
  if (given.url === undefined) throw badRequest('url is required', ['url'], 'invalid_type')
  translate(MAP_FIELDS, given as Record<string, unknown>, draft)
  const request = { max_pages: USUAL_LINKS, ...draft.request }
  const { body } = await call.ours.ask<SiteMap>('POST', '/map', request, idempotencyOf(call))
  draft.warnings.push(...(body.warnings ?? []))
  const joins = given.ignoreQueryParameters ?? call.dialect === 'v2'
  const entries = joins ? withoutQueries(body.urls) : body.urls
  return {
    success: true,
    id: body.map_id,
    links:
      call.dialect === 'v1'
        ? entries.map(({ url }) => url)
        : entries.map(({ url, title, description }) => ({
            url,
            ...(title !== undefined && { title }),
            ...(description !== undefined && { description }),
          })),
    creditsUsed: body.credits_used,
    ...warningOf(draft),
  }
}

function withoutQueries(entries: readonly MapEntry[]): MapEntry[] {
  const found = new Map<string, MapEntry>()
  for (const entry of entries) {
    const url = entry.url.replace(/[?#].*$/s, '')
    if (!found.has(url)) found.set(url, { ...entry, url })
  }
  return [...found.values()]
}
