import type { Gleaner } from '@gleaner/sdk'
import {
  type McpServer,
  type ProtocolError,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { isGone, toProtocolError } from '../errors/protocol-error.ts'
import { tellError } from '../errors/tell-error.ts'
import { ToolError } from '../errors/tool-error.ts'
import { quotePage, UNTRUSTED } from '../reply/quote-page.ts'
import { FORMATS, type Format, TOKENS } from '../tools/fields.ts'
import { type PageResult, pageReply, typeOf } from '../tools/page.ts'
import { getPage } from '../tools/read-page.ts'
import { pageUri } from './page-uri.ts'

/** A fetched page never changes, and is one account's. As long as results are kept; in ms. */
const PAGE_CACHE = { ttlMs: 86_400_000, cacheScope: 'private' } as const

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Fetched pages, each part of which is a resource of its own. */
export function registerResources(server: McpServer, client: Gleaner): void {
  for (const [name, uri] of [
    ['page', 'gleaner://jobs/{job_id}/{format}'],
    ['page-part', 'gleaner://jobs/{job_id}/{format}/{at}'],
  ] as const)
    server.registerResource(
      name,
      new ResourceTemplate(uri, { list: undefined, complete: { format: completeFormat } }),
      {
        title: 'A fetched page',
        description:
          'A page that was scraped within the last day, by the job_id that a tool has given, in one of its formats; from a place of its text on.',
        mimeType: 'text/markdown',
        cacheHint: PAGE_CACHE,
      },
      (address, { job_id, format, at = '0' }, { mcpReq: { signal } }) =>
        readPart(
          address.href,
          { job_id: String(job_id), format: String(format), at: Number(at) },
          client,
          signal,
        ),
    )
}

function completeFormat(begun: string): Format[] {
  return FORMATS.filter((format) => format.startsWith(begun))
}

interface Asked {
  job_id: string
  format: string
  at: number
}

async function readPart(
  uri: string,
  asked: Asked,
  client: Gleaner,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const { job_id, format, at } = asked
  if (!UUID.test(job_id) || !isFormat(format) || !Number.isSafeInteger(at) || at < 0)
    throw new ResourceNotFoundError(uri)
  try {
    const page = await getPage({ client, signal }, job_id)
    if (page === undefined)
      throw new ToolError('CONFLICT', 'The page is still being fetched.', 'Read it again in a few seconds.')
    return { contents: [{ uri, mimeType: typeOf(format), text: textOf(page, { ...asked, format }) }] }
  } catch (error) {
    signal.throwIfAborted()
    throw notReadable(uri, error)
  }
}

function textOf(page: PageResult, { job_id, format, at }: Asked & { format: Format }): string {
  const { structured, quoted } = pageReply(page, { format, at, maxTokens: TOKENS.max })
  const { next_cursor, tokens = 0 } = structured
  const end =
    next_cursor === null
      ? 'The page ends here.'
      : `The page goes on at ${pageUri(job_id, format, at + (structured.untrusted?.text.length ?? tokens))}.`
  return [UNTRUSTED, quotePage(quoted ?? ''), end].join('\n')
}

function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text)
}

function notReadable(uri: string, error: unknown): ProtocolError {
  const { message, remedy } = tellError(error)
  return isGone(error) ? new ResourceNotFoundError(uri, `${message} ${remedy}`) : toProtocolError(error)
}
