import { createHmac, timingSafeEqual } from 'node:crypto'

/** A request by the rules of Standard Webhooks. */
export interface Signed {
  id: string
  /** In seconds. */
  timestamp: string
  /** Versions and signatures: `v1,… v1,…`, one for each secret that signs. */
  signatures: string
  body: Uint8Array
}

/** Older requests may be recorded ones; the standard's own tolerance, in seconds. */
const TOLERANCE_SECONDS = 300

export function isFresh({ timestamp }: Signed): boolean {
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
}

export function isSigned({ id, timestamp, signatures, body }: Signed, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
