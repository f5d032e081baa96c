import { ReadProblem } from '../problem.ts'
import { decodedChunks } from './decoded-chunks.ts'
import { type Network, openFile, type SiteAccess } from './open-file.ts'

/** What a site says to one address, after redirects. */
export interface PageAnswer {
  url: string
  status: number
  contentType: string | undefined
  /** Decoded; at most `MAX_PAGE_BYTES` of it. */
  body: Uint8Array
}

const MAX_PAGE_BYTES = 512 * 1024

/** A page, as tier 1 asks for it. Undefined when the site gives no answer. */
export async function readPage(
  network: Network,
  address: string,
  access: SiteAccess,
): Promise<PageAnswer | undefined> {
  try {
    const { url, status, contentType, contentEncoding, chunks, close } = await openFile(
      network,
      address,
      access,
    )
    try {
      return {
        url: url.href,
        status,
        contentType,
        body: await firstOf(decodedChunks(chunks, contentEncoding, Number.POSITIVE_INFINITY)),
      }
    } finally {
      close()
    }
  } catch (error) {
    if (error instanceof ReadProblem) return undefined
    throw error
  }
}

async function firstOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    pieces.push(chunk)
    size += chunk.length
    if (size >= MAX_PAGE_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, MAX_PAGE_BYTES)
}
