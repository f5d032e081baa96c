import { ApiError } from '@gleaner/contracts'
import { hashJson, type IdempotencyClaim } from '@gleaner/jobs'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { Request } from 'express'

const FORM = /^[\x21-\x7e]{1,255}$/

/**
 * The request's Idempotency-Key with a fingerprint of what is asked; undefined without one. What is asked may hold
 * passwords, so that its fingerprint is keyed.
 */
export async function readIdempotencyKey(
  secretBox: SecretBox,
  accountId: string,
  request: Request,
  body: object,
): Promise<IdempotencyClaim | undefined> {
  const key = request.get('Idempotency-Key')
  if (key === undefined) return undefined
  if (!FORM.test(key)) {
    throw new ApiError('INVALID_REQUEST', 'Idempotency-Key: must be 1 to 255 printable ASCII characters', {
      issues: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }],
    })
  }
  // Gateways stored unkeyed hashes before: they match too, for as long as keys are remembered.
  const unkeyed = await hashJson(body)
  const [requestHash, ...former] = secretBox.fingerprints(unkeyed.toString('base64'), `request:${accountId}`)
  return { key, requestHash, formerHashes: [...former, unkeyed] }
}
