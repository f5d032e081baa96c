import type { Batch, BatchAccepted, Job } from '@gleaner/contracts'
import type { DoorHandler } from '../call.ts'
import { markerOf } from '../documents/marker.ts'
import { badRequest, notServed } from '../door-error.ts'
import { EXTRACT_FIELDS } from '../fields/extract-fields.ts'
import { setExtraction } from '../fields/formats.ts'
import { createDraft, place } from '../translate/draft.ts'
import { makeRequest } from '../translate/make-request.ts'
import { translate } from '../translate/translate.ts'
import { idempotencyOf } from './idempotency.ts'
import { batchIdOf, uuidOf } from './ids.ts'
import { warningOf } from './scrape.ts'
import { readJobs } from './scrape-all.ts'
import { expiryOf } from './status.ts'

/** POST /extract: a batch, whose items are read for the same fields. */
export const postExtract: DoorHandler = async (call) => {
  const draft = createDraft(call.dialect, await call.body())
  const { urls, schema, prompt, systemPrompt, ignoreInvalidURLs } = draft.given as Record<string, unknown>
  if (!Array.isArray(urls) || urls.length === 0)
    throw notServed(
      'An extraction without urls',
      'Name the addresses, which POST /v2/search or POST /v2/map finds.',
    )
  const wild = urls.find((url) => /\*$/.test(String(url)))
  if (wild !== undefined)
    throw notServed(
      `The address ${String(wild).slice(0, 200)}`,
      'Crawl the site with POST /v2/crawl and the format json.',
    )
  if (schema === undefined && prompt === undefined) throw badRequest('Name a prompt or a schema', ['prompt'])
  if (ignoreInvalidURLs ?? call.dialect === 'v2') draft.request.on_invalid = 'skip'
  translate(EXTRACT_FIELDS, draft.given as Record<string, unknown>, draft)
  setExtraction({ schema, prompt, systemPrompt }, draft)
  place(draft, 'formats', ['json'])
  const { body } = await call.ours.ask<BatchAccepted>(
    'POST',
    '/batch',
    await makeRequest(draft, call.ours),
    idempotencyOf(call),
  )
  return { success: true, id: uuidOf(body.batch_id), urlTrace: [], ...warningOf(draft) }
}

/** GET /extract/{id}. */
export const getExtract: DoorHandler = async ({ ours, request, signal }) => {
  const path = `/batch/${batchIdOf(request.params.jobId)}`
  const { body: batch } = await ours.ask<Batch>('GET', `${path}?include_results=false`)
  const head = {
    expiresAt: expiryOf(batch.created_at),
    creditsUsed: batch.credits_used,
    tokensUsed: batch.credits_used,
  }
  if (batch.status === 'cancelled') return { success: false, status: 'cancelled', data: [], ...head }
  if (batch.pending > 0) return { success: true, status: 'processing', data: [], ...head }
  const jobs = [...(await readJobs(ours, path, signal)).values()]
  const read = jobs.flatMap((job) => (job.result ? [{ url: job.url, data: fieldsOf(job) }] : []))
  if (read.length === 0) {
    const error = jobs[0]?.error ?? 'No page could be read.'
    return { success: false, status: 'failed', data: [], error, ...head }
  }
  const isShown = markerOf(batch.metadata)?.show.includes('sources')
  return {
    success: true,
    status: 'completed',
    data: joined(read.map(({ data }) => data)),
    ...(isShown && { sources: sourcesOf(read) }),
    ...head,
  }
}

function fieldsOf({ result }: Job): unknown {
  return result?.extraction_result ?? result?.filtered_content ?? {}
}

/** What several pages say, as one: lists are put together, of anything else the first that says it counts. */
export function joined(pages: readonly unknown[]): unknown {
  const [first, ...others] = pages
  if (others.length === 0) return first
  if (pages.every(Array.isArray)) return pages.flat()
  const all: Record<string, unknown> = {}
  for (const page of pages)
    for (const [name, value] of Object.entries(Object(page))) {
      const known = all[name]
      if (Array.isArray(known) && Array.isArray(value)) all[name] = [...known, ...value]
      else if (known === undefined || known === null || known === '') all[name] = value
    }
  return all
}

/** By field the addresses that say it. */
function sourcesOf(read: readonly { url: string; data: unknown }[]): Record<string, string[]> {
  const said = read.flatMap(({ url, data }) =>
    Object.entries(Object(data)).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : { name, url },
    ),
  )
  const byName = Map.groupBy(said, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, some]) => [name, some.map(({ url }) => url)]))
}
