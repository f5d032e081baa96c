import { ReadProblem } from '../problem.ts'
import { firstBytes } from './first-bytes.ts'
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
    const file = await openFile(network, address, access)
    try {
      const { url, status, contentType } = file
      return { url: url.href, status, contentType, body: await firstBytes(file, MAX_PAGE_BYTES) }
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof ReadProblem) return undefined
    throw error
  }
}
