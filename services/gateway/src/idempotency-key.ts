import { createHash } from 'node:crypto'
import { ApiError } from '@gleaner/contracts'
import type { IdempotencyClaim } from '@gleaner/jobs'
import type { Request } from 'express'

const FORM = /^[\x21-\x7e]{1,255}$/

/** The request's Idempotency-Key with a fingerprint of what is asked; undefined without one. */
export function readIdempotencyKey(request: Request, body: unknown): IdempotencyClaim | undefined {
  const key = request.get('Idempotency-Key')
  if (key === undefined) return undefined
  if (!FORM.test(key)) {
    throw new ApiError('INVALID_REQUEST', 'Idempotency-Key: must be 1 to 255 printable ASCII characters', {
      issues: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }],
    })
  }
  return { key, requestHash: createHash('sha256').update(JSON.stringify(body)).digest() }
}
