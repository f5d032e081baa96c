import type { BucketPlace } from '../../destinations/place.ts'
import type { GuardedAnswer } from '../guarded-request.ts'
import { TargetFailure } from '../target.ts'

/** What helps, by the codes that stores give (Amazon S3 API Reference, "Error responses"). */
const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'create the bucket, or correct bucket or addressing',
  InvalidAccessKeyId: 'correct access_key_id',
  SignatureDoesNotMatch: 'correct secret_access_key, or region',
  AuthorizationHeaderMalformed: 'correct region',
  PermanentRedirect: 'correct endpoint and region: the bucket is elsewhere',
  RequestTimeTooSkewed: 'set the clock of one of the two machines: they differ by more than the store allows',
  AccessDenied:
    'allow these credentials to put objects, read their heads, list and abort uploads below the prefix',
}
/** By status, where a store gives no code or one of its own. */
const REMEDIES_OF_STATUS: Record<number, string> = {
  301: REMEDIES.PermanentRedirect!,
  307: REMEDIES.PermanentRedirect!,
  401: 'correct access_key_id and secret_access_key',
  403: 'correct access_key_id and secret_access_key, and what they may do',
  404: REMEDIES.NoSuchBucket!,
}

/** Answers that later ones may not repeat. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429])
const PASSING_CODES: ReadonlySet<string> = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted'])

/** The failure that an answer is. Its text is the store's code alone: bodies may repeat what was signed. */
export function explain({ bucket }: BucketPlace, method: string, answer: GuardedAnswer): TargetFailure {
  const { status } = answer
  const code = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/.exec(answer.text)?.[1] ?? ''
  const remedy = REMEDIES[code] ?? REMEDIES_OF_STATUS[status]
  const said = [status, ...(code === '' ? [] : [code])].join(' ')
  const message = `The bucket ${bucket} answered ${said} to ${method}${remedy ? `: ${remedy}` : ''}.`
  const isPassing = status < 300 || status >= 500 || PASSING.has(status) || PASSING_CODES.has(code)
  return new TargetFailure(message, { isFinal: !isPassing })
}
