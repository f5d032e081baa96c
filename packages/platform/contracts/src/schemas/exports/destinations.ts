import { z } from 'zod'
import { LatencyMs } from '../../fields/counts.ts'
import { ownId } from '../../fields/ids.ts'
import { Total } from '../../fields/lists.ts'
import { GivenName } from '../../fields/names.ts'
import { CreatedAt, time, UpdatedAt } from '../../fields/times.ts'
import { hasUrlCredentials } from '../../url-credentials.ts'
import { HttpUrl } from '../http-url.ts'
import { hasNoControls, Name } from '../primitives.ts'
import { WebhookUrl } from '../webhook-url.ts'

export const DESTINATION_TYPES = ['s3', 'folder', 'webhook'] as const
export type DestinationType = (typeof DESTINATION_TYPES)[number]

const Text = (chars: number) =>
  z.string().min(1).max(chars).refine(hasNoControls, 'must not contain control characters')

const Endpoint = HttpUrl.refine((text) => {
  const { pathname, search, hash } = new URL(text)
  return !hasUrlCredentials(text) && pathname === '/' && search === '' && hash === ''
}, 'must be scheme, host and port alone, such as https://s3.eu-central-1.amazonaws.com; the bucket goes into bucket, the credentials into access_key_id and secret_access_key')
  .transform((text) => new URL(text).origin)
  .describe('Address of an S3-compatible store, without the bucket.')

/** Amazon's rules for the names of buckets, and the underscores and capitals that other stores allow. */
const Bucket = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/,
    'must be 1 to 63 letters, digits, dots, hyphens and underscores',
  )

/** Safe in every store and file system: no part is empty, hidden or leads elsewhere. */
const Prefix = z
  .string()
  .max(500)
  .transform((text) => text.replace(/^\/|\/$/g, ''))
  .refine((text) => text === '' || text.split('/').every((part) => /^[\w=+@ -][\w=+@. -]*$/.test(part)), {
    error:
      'must be names joined by "/" of letters, digits, spaces and . _ - = + @, none of which begins with a dot',
  })

const FIELDS = {
  endpoint: Endpoint.optional(),
  bucket: Bucket.optional().describe('The bucket of the store.'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be a region such as eu-central-1')
    .optional()
    .describe('The region of the store. Default: `us-east-1`, which stores without regions take.'),
  prefix: Prefix.optional().describe('Put before the name of every object.'),
  addressing: z
    .enum(['path', 'virtual_host'])
    .optional()
    .describe('Whether the bucket stands in the path (default) or before the host name.'),
  access_key_id: Text(200)
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
    .optional()
    .describe('Names the credentials of the store.'),
  secret_access_key: Text(500).optional().describe('Write-only: stored sealed, and never shown.'),
  path: Text(500)
    .regex(/^\//, 'must be an absolute path')
    .optional()
    .describe('A folder at or below one of the operator’s EXPORT_FOLDERS.'),
  url: WebhookUrl.optional().describe('Receives the rows in signed requests of up to 1 MB.'),
}

type Field = keyof typeof FIELDS

/** What each type takes, and what of it must be there. */
export const DESTINATION_FIELDS: Record<
  DestinationType,
  { needs: readonly Field[]; takes: readonly Field[] }
> = {
  s3: {
    needs: ['endpoint', 'bucket', 'access_key_id', 'secret_access_key'],
    takes: ['region', 'prefix', 'addressing'],
  },
  folder: { needs: ['path'], takes: [] },
  webhook: { needs: ['url'], takes: [] },
}

export const ExportDestinationCreate = z
  .strictObject({
    name: Name,
    type: z
      .enum(DESTINATION_TYPES)
      .describe(
        '`s3`: an S3-compatible store; `folder`: a folder of the server; `webhook`: an address of yours.',
      ),
    ...FIELDS,
  })
  .superRefine(({ type, name: _, ...fields }, context) => {
    const { needs, takes } = DESTINATION_FIELDS[type]
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    for (const field of needs)
      if (fields[field] === undefined) issue(field, `is required with type "${type}"`)
    for (const field of Object.keys(fields) as Field[])
      if (fields[field] !== undefined && !needs.includes(field) && !takes.includes(field))
        issue(field, `has no effect with type "${type}"; leave it out`)
  })
export type ExportDestinationCreate = z.infer<typeof ExportDestinationCreate>

export const ExportDestinationUpdate = z
  .strictObject({ name: Name.optional(), ...FIELDS })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
  .superRefine((update, context) => {
    const isPair = (update.access_key_id === undefined) === (update.secret_access_key === undefined)
    if (!isPair)
      context.addIssue({
        code: 'custom',
        path: [update.access_key_id === undefined ? 'access_key_id' : 'secret_access_key'],
        message: 'is required beside the other half of the credentials',
      })
    // Who may change an address must not learn by that what was stored for another one.
    if (update.endpoint !== undefined && update.secret_access_key === undefined)
      context.addIssue({
        code: 'custom',
        path: ['endpoint'],
        message:
          'needs access_key_id and secret_access_key beside it: stored credentials are never used at another address than they were stored for',
      })
  })
export type ExportDestinationUpdate = z.infer<typeof ExportDestinationUpdate>

export const ExportDestination = z
  .object({
    id: ownId('destination_id'),
    name: GivenName,
    type: z
      .enum(DESTINATION_TYPES)
      .describe('What it is: an S3-compatible store, a folder of the server, or a webhook.'),
    endpoint: z.string().optional().describe('Of `s3`: address of the store.'),
    bucket: z.string().optional().describe('Of `s3`: the bucket of the store.'),
    region: z.string().optional().describe('Of `s3`: the region; absent where none was named.'),
    prefix: z
      .string()
      .optional()
      .describe('Of `s3`: put before the name of every object; absent where nothing is.'),
    addressing: z
      .enum(['path', 'virtual_host'])
      .optional()
      .describe('Of `s3`: where the bucket stands; absent: in the path.'),
    access_key_suffix: z
      .string()
      .optional()
      .describe('Of `s3`: the last four characters of `access_key_id`.'),
    path: z.string().optional().describe('Of `folder`: the folder.'),
    url: z.string().optional().describe('Of `webhook`: where the rows go.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    last_used_at: time('When an export was last written to it; null: never.').nullable(),
  })
  .describe('A place of your own that exports are written to.')
export type ExportDestination = z.infer<typeof ExportDestination>

export const ExportDestinationList = z.object({
  destinations: z.array(ExportDestination).describe('The oldest first.'),
  total: Total,
})

export const ExportTestResult = z.object({
  ok: z.boolean().describe('Whether something could be written there.'),
  latency_ms: LatencyMs,
  error: z.string().optional().describe('What went wrong, and what may help; absent with `ok`.'),
})
export type ExportTestResult = z.infer<typeof ExportTestResult>
