import { createHmac } from 'node:crypto'
import { API_ROOT } from '@gleaner/contracts'
import type { BlobStore } from './blob-store.ts'
import { createDownloadLinks, type DownloadLinks } from './download-link.ts'
import { createFolderStore } from './folder-store.ts'

/** Path of the downloads below the deployment's public URL. */
const FILES_PATH = `${API_ROOT}/files`

export interface Files {
  store: BlobStore
  links: DownloadLinks
}

/**
 * The files of a deployment, for those that write them (tier workers) and those that serve them (the gateway): both
 * derive the key that signs links from the deployment's encryption keys, so there is no further secret to hand out.
 */
export function openFiles(settings: { folder: string; publicUrl: string; encryptionKeys: string }): Files {
  const secret = createHmac('sha256', settings.encryptionKeys).update('download links').digest('hex')
  return {
    store: createFolderStore(settings.folder),
    links: createDownloadLinks({ secret, baseUrl: new URL(FILES_PATH, settings.publicUrl).href }),
  }
}
