import { createHmac } from 'node:crypto'
import { API_ROOT } from '@gleaner/contracts/api-root'
import { ConfigError } from '@gleaner/runtime'
import type { BlobStore } from './blob-store.ts'
import { createDownloadLinks, type DownloadLinks } from './download-link.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileSettings } from './settings.ts'

/** Path of the downloads below the deployment's public URL. */
const FILES_PATH = `${API_ROOT}/files`

export interface Files {
  store: BlobStore
  links: DownloadLinks
}

/**
 * The files of a deployment, for those that write them (tier workers) and those that serve them (the gateway): both
 * derive the key that signs links from the deployment's encryption keys, so there is no further secret to hand out.
 * Throws a ConfigError when the settings name no complete place.
 */
export function openFiles(settings: FileSettings): Files {
  const secret = createHmac('sha256', settings.ENCRYPTION_KEYS).update('download links').digest('hex')
  return {
    store: openStore(settings),
    links: createDownloadLinks({ secret, baseUrl: new URL(FILES_PATH, settings.PUBLIC_URL).href }),
  }
}

function openStore(settings: FileSettings): BlobStore {
  const { STORAGE_DIR, S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (S3_BUCKET === undefined) {
    if (STORAGE_DIR === undefined) throw new ConfigError('Set STORAGE_DIR, or S3_BUCKET: files need a place.')
    return createFolderStore(STORAGE_DIR)
  }
  if (S3_ENDPOINT === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw new ConfigError('S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return createS3Store({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: settings.S3_REGION,
    prefix: settings.S3_PREFIX,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}
