import type { DestinationType, ExportDestinationUpdate } from '@gleaner/contracts'

/** Where a bucket is, as it may be shown. */
export interface BucketPlace {
  endpoint: string
  bucket: string
  region: string
  prefix: string
  addressing: 'path' | 'virtual_host'
  access_key_suffix: string
}

export interface FolderPlace {
  path: string
}

export interface WebhookPlace {
  url: string
}

/** The place of a destination, by its type. */
export interface Places {
  s3: BucketPlace
  folder: FolderPlace
  webhook: WebhookPlace
}

/** A destination's type with its place. */
export type TypedPlace = { [Type in DestinationType]: { type: Type; place: Places[Type] } }[DestinationType]

/** What a bucket is asked with. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
}

type Given = Omit<ExportDestinationUpdate, 'name'>

const SUFFIX_CHARS = 4
const DEFAULTS = { region: 'us-east-1', prefix: '', addressing: 'path' } as const

/** The place that the fields of a request name; of an update those that it does not name stay as in `before`. */
export function placeOf(type: DestinationType, given: Given, before: object = {}): object {
  const { access_key_id, secret_access_key: _, ...shown } = given
  return {
    ...(type === 's3' && DEFAULTS),
    ...before,
    ...shown,
    ...(access_key_id !== undefined && { access_key_suffix: access_key_id.slice(-SUFFIX_CHARS) }),
  }
}

/** Of a request that names both halves. */
export function credentialsOf({ access_key_id, secret_access_key }: Given): Credentials | undefined {
  if (access_key_id === undefined || secret_access_key === undefined) return undefined
  return { accessKeyId: access_key_id, secretAccessKey: secret_access_key }
}
