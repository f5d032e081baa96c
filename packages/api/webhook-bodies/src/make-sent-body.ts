import { createHash } from 'node:crypto'
import type { Queryable } from '@gleaner/db'
import { type BodySource, makeBodies } from './make-bodies.ts'

/** By which a body that is made anew is known to be the one that was sent. */
export function hashOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest()
}

/**
 * The body of a delivery byte for byte as it was sent; undefined where nothing was, and where it cannot be made as it was: a result is not kept
 * any more, or a part of it belongs to an address that is a secret.
 */
export async function makeSentBody(
  sql: Queryable,
  publicUrl: string,
  delivery: BodySource & { bodyHash: Uint8Array | null },
): Promise<Buffer | undefined> {
  if (delivery.bodyHash === null) return undefined
  const { bytes } = (await makeBodies(sql, publicUrl, [delivery])).get(delivery.id)!
  return hashOf(bytes).equals(delivery.bodyHash) ? bytes : undefined
}
