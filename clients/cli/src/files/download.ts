import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

const FILES = '/api/v1/files/'

/**
 * The bytes behind a signed link of a result. It is asked from the server that made it, at the address that it is known by here; the link is
 * the credential, so no key is sent.
 */
export async function download(link: string, serverUrl: string, signal: AbortSignal): Promise<Uint8Array> {
  const at = link.indexOf(FILES)
  const response = await fetch(at === -1 ? link : serverUrl + link.slice(at), { signal })
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  const reason = response.status === 404 ? 'it is not kept any more' : `the answer was ${response.status}`
  throw new Failure(EXIT.error, `The file of the page cannot be downloaded: ${reason}.`)
}
