import { type Gleaner, NotFoundError, type Schemas } from '@gleaner/sdk'
import { misuse } from '../failure.ts'

/** What an id stands for, with what the service says of it. */
export type AnyWork =
  | { kind: 'job'; reply: Schemas['Job'] }
  | { kind: 'batch' | 'crawl' | 'search'; reply: object }

/** Reads whatever an id stands for. Jobs and crawls have ids of one form: a crawl is what is no job. */
export async function readWork(client: Gleaner, id: string, signal: AbortSignal): Promise<AnyWork> {
  if (id.startsWith('batch_')) return { kind: 'batch', reply: await client.batches.get(id, {}, { signal }) }
  if (id.startsWith('search_')) return { kind: 'search', reply: await client.searches.get(id, { signal }) }
  return await first<AnyWork>(
    async () => ({ kind: 'job', reply: await client.jobs.get(id, { signal }) }),
    async () => ({
      kind: 'crawl',
      reply: await client.crawls.get(id, { include_results: false }, { signal }),
    }),
  )
}

export async function cancelWork(
  client: Gleaner,
  id: string,
  signal: AbortSignal,
): Promise<{ kind: string; reply: object }> {
  if (id.startsWith('batch_')) return { kind: 'batch', reply: await client.batches.cancel(id, { signal }) }
  if (id.startsWith('search_')) throw misuse('A search cannot be cancelled.')
  return await first<{ kind: string; reply: object }>(
    async () => ({ kind: 'job', reply: await client.jobs.cancel(id, { signal }) }),
    async () => ({ kind: 'crawl', reply: await client.crawls.cancel(id, { signal }) }),
  )
}

export async function retryWork(
  client: Gleaner,
  id: string,
  fields: object,
  signal: AbortSignal,
): Promise<{ kind: string; reply: { job_id: string } | { batch_id: string } }> {
  if (id.startsWith('batch_'))
    return { kind: 'batch', reply: await client.batches.retry(id, fields, { signal }) }
  return { kind: 'job', reply: await client.jobs.retry(id, fields, { signal }) }
}

/** The second where the first finds nothing. */
async function first<T>(one: () => Promise<T>, other: () => Promise<T>): Promise<T> {
  try {
    return await one()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return await other().catch((second: unknown) => {
      throw second instanceof NotFoundError ? error : second
    })
  }
}
