import type { Queryable } from '@gleaner/db'
import type { Egress } from '@gleaner/egress'
import { readSecrets } from '@gleaner/outgoing-webhooks'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { OpenedDestination } from '../destinations/open-destination.ts'
import { createFolderTarget } from './folder-target.ts'
import { createRequestSender } from './guarded-request.ts'
import { createS3Requests } from './s3/s3-requests.ts'
import { createS3Target } from './s3/s3-target.ts'
import { type Target, TargetFailure } from './target.ts'
import { createWebhookTarget } from './webhook-target.ts'

export interface TargetsContext {
  pool: Queryable
  secretBox: SecretBox
  egress: Pick<Egress, 'checkUrl' | 'dispatcher'>
  /** EXPORT_FOLDERS. */
  folders: readonly string[]
  /** As in production: nothing goes to a stranger's address in the clear. */
  httpsOnly: boolean
  /** Least size of a part of a bucket or folder, where tests want a small one. */
  partBytes?: number | undefined
}

/** The target that a destination is; to be closed. `owner`: the export that writes, or the test. Requests end when `signal` aborts. */
export async function openTarget(
  ctx: TargetsContext,
  destination: OpenedDestination,
  owner: string,
  signal: AbortSignal,
): Promise<Target> {
  const sender = createRequestSender(ctx.egress, { httpsOnly: ctx.httpsOnly, signal })
  return { ...(await targetOf(ctx, destination, owner, sender.send)), close: sender.close }
}

async function targetOf(
  { pool, secretBox, folders, partBytes }: TargetsContext,
  destination: OpenedDestination,
  owner: string,
  send: ReturnType<typeof createRequestSender>['send'],
): Promise<Omit<Target, 'close'>> {
  const { type, place, credentials, accountId } = destination
  switch (type) {
    case 's3':
      return createS3Target(
        { request: createS3Requests(place, credentials!, send), prefix: place.prefix },
        owner,
        partBytes,
      )
    case 'folder':
      return createFolderTarget(folders, place.path, owner, partBytes)
    case 'webhook': {
      const secrets = await readSecrets({ pool, secretBox }, accountId)
      if (!secrets) throw new TargetFailure('The account has been deleted.', { isFinal: true })
      return createWebhookTarget({ url: place.url, id: owner, secrets: secrets.signing, send })
    }
  }
}
