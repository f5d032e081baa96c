import { ApiError } from '@gleaner/contracts'
import type { KeyUse } from '@gleaner/http-api/idempotency'
import { hashJson, type JobKeyUse } from '@gleaner/jobs'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { Request } from 'express'
import type { AnyCall } from './handler.ts'

const FORM = /^[\x21-\x7e]{1,255}$/

/** The request's Idempotency-Key; undefined without one. Throws INVALID_REQUEST for what is no key. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get('Idempotency-Key')
  if (key === undefined || FORM.test(key)) return key
  throw new ApiError('INVALID_REQUEST', 'Idempotency-Key: must be 1 to 255 printable ASCII characters', {
    issues: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }],
  })
}

/**
 * The key of a scrape with a fingerprint of what is asked; undefined without one. What is asked may hold passwords, so that
 * its fingerprint is keyed.
 */
export async function keyUseOfScrape(
  secretBox: SecretBox,
  accountId: string,
  request: Request,
  body: object,
): Promise<JobKeyUse | undefined> {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return undefined
  // Gateways stored unkeyed hashes before: they match too, for as long as keys are remembered.
  const unkeyed = await hashJson(body)
  const [requestHash, ...former] = secretBox.fingerprints(unkeyed.toString('base64'), `request:${accountId}`)
  return { key, requestHash, formerHashes: [...former, unkeyed] }
}

/**
 * The same of any other request: its method, path and body, and which person sends it. Another member of an organization is not shown
 * again what the first reply showed once.
 */
export async function keyUseOfRequest(
  secretBox: SecretBox,
  { caller, request, body }: AnyCall,
): Promise<KeyUse | undefined> {
  const key = idempotencyKeyOf(request)
  if (key === undefined || !caller) return undefined
  const sender = caller.kind === 'user' ? caller.userId : 'key'
  const path = `${request.baseUrl}${request.path}`
  const asked = await hashJson([request.method, path, sender, body ?? null])
  const fingerprints = secretBox.fingerprints(asked.toString('base64'), `reply:${caller.accountId}`)
  return { accountId: caller.accountId, key, fingerprints }
}
