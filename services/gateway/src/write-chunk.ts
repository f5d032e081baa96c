import { once } from 'node:events'
import { ClientClosed } from '@gleaner/http-api'
import { deadlineSignal } from '@gleaner/runtime'
import type { Response } from 'express'

/** A caller who takes none of a chunk for so long is cut off: others wait for what the reply holds. */
const CHUNK_TIMEOUT_MS = 30_000

/** Writes a part of a reply and waits until the caller has taken what was written before; throws ClientClosed. */
export async function writeChunk(response: Response, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (response.write(bytes)) return
  using deadline = deadlineSignal(CHUNK_TIMEOUT_MS, [signal])
  try {
    await once(response, 'drain', { signal: deadline.signal })
  } catch (error) {
    throw new ClientClosed('the caller does not take the reply', { cause: error })
  }
}
