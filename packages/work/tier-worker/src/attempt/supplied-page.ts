import type { KeptPage, KeptVersion, SentFile, SentPage, Supplied } from '@gleaner/contracts'
import { retryWhileUnavailable } from '@gleaner/db'
import type { FetchOutcome } from '@gleaner/http-tiers'
import type { ClaimedJob } from '@gleaner/jobs'
import { readKeptVersion } from '@gleaner/monitors/history/kept-version'
import { readArchived } from '@gleaner/page-archive'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'

/** How each kind is read. */
const CONTENT_TYPES: Readonly<Record<SentPage['type'], string>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
}

/** A page that nothing is fetched for, as if it had been fetched. */
export async function suppliedPage(
  ctx: Pick<TierContext, 'jobs'>,
  job: ClaimedJob,
  supplied: Supplied,
): Promise<FetchOutcome> {
  switch (supplied.type) {
    case 'archived':
      return await archivedPage(ctx, job, supplied)
    case 'version':
      return await keptVersion(ctx, job, supplied)
    case 'file':
      return sentFile(supplied, job.secrets.body)
    default:
      return sentPage(supplied, job.secrets.body)
  }
}

/** A page that its caller has sent. A PDF comes as base64. */
export function sentPage({ type, source_url }: SentPage, content = ''): FetchOutcome {
  return {
    kind: 'page',
    page: {
      finalUrl: source_url ?? SUPPLIED_URL,
      redirectChain: [],
      status: 200,
      headers: { 'content-type': CONTENT_TYPES[type] },
      body: Buffer.from(content, type === 'pdf' ? 'base64' : 'utf8'),
    },
  }
}

/** A file that its caller has sent: its name stands where an address would tell its type. */
function sentFile({ encoding, content_type, filename, source_url }: SentFile, content = ''): FetchOutcome {
  const [type] = (content_type ?? (encoding === 'text' ? 'text/html' : '')).split(';')
  // A text has come as UTF-8, whatever it was before.
  const declared = encoding === 'text' ? `${type}; charset=utf-8` : content_type
  const named = filename === undefined ? SUPPLIED_URL : `${SUPPLIED_URL}/${encodeURIComponent(filename)}`
  return {
    kind: 'page',
    page: {
      finalUrl: source_url ?? named,
      redirectChain: [],
      status: 200,
      headers: declared === undefined ? {} : { 'content-type': declared },
      body: Buffer.from(content, encoding === 'text' ? 'utf8' : 'base64'),
    },
  }
}

async function archivedPage(
  { jobs }: Pick<TierContext, 'jobs'>,
  { accountId }: ClaimedJob,
  { job_id }: KeptPage,
): Promise<FetchOutcome> {
  const found = await retryWhileUnavailable(() => readArchived(jobs.pool, accountId, job_id), PATIENCE_MS)
  if (!found) return gone('the page is not in the archive any more')
  const { contentType, ...page } = found
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  return { kind: 'page', page: { ...page, redirectChain: [], headers } }
}

async function keptVersion(
  { jobs }: Pick<TierContext, 'jobs'>,
  { accountId }: ClaimedJob,
  { monitor_id, snapshot_id }: KeptVersion,
): Promise<FetchOutcome> {
  const read = () => readKeptVersion(jobs.pool, accountId, monitor_id, snapshot_id)
  const found = await retryWhileUnavailable(read, PATIENCE_MS)
  if (!found) return gone('the monitor does not keep this version any more')
  return sentPage({ type: 'html', source_url: found.url }, found.text)
}

/** It has expired, or was deleted, since the job was accepted. */
const gone = (detail: string): FetchOutcome => ({
  kind: 'failed',
  reason: 'network_error',
  detail,
  mayHaveBeenSent: false,
  unreachable: true,
})

/** Stands for the address of what has none; no link is resolved by it. */
const SUPPLIED_URL = 'about:content'
