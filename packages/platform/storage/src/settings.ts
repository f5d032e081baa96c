import { publicFields, settingFacts, settings, urlField } from '@gleaner/runtime'
import { z } from 'zod'

/** Where files are kept: settings of every service that writes, serves or purges them. */
export const fileFields = {
  ...publicFields,
  ...settings('secrets', {
    ENCRYPTION_KEYS: z
      .string()
      .describe(
        'keys that seal what callers entrust to the service, each id:base64 of 32 random bytes. The first one seals, all of them open, so a new one goes in front. What a key has sealed is lost with it',
      )
      .register(settingFacts, { takes: 'comma list', secret: true }),
  }),
  ...settings('files', {
    STORAGE_DIR: z
      .string()
      .optional()
      .describe(
        'folder for screenshots, PDFs and documents, shared by the gateway, the tier services, the exporter and the scheduler. Required without S3_BUCKET',
      ),
    S3_BUCKET: z
      .string()
      .optional()
      .describe(
        'bucket of an S3-compatible store, in place of STORAGE_DIR. Give it lifecycle rules that remove objects below hours/ after two days, and below kept/ after 181',
      ),
    S3_ENDPOINT: urlField(['http', 'https'])
      .optional()
      .describe('address of the store, e.g. https://s3.eu-central-1.amazonaws.com'),
    S3_REGION: z
      .string()
      .default('us-east-1')
      .describe('region of the bucket; any where the store knows none'),
    S3_PREFIX: z.string().default('').describe('put before the name of every file, e.g. gleaner/'),
    S3_ACCESS_KEY_ID: z
      .string()
      .optional()
      .describe('a user who may read, write and delete objects in S3_BUCKET, and nothing else')
      .register(settingFacts, { secret: true }),
    S3_SECRET_ACCESS_KEY: z
      .string()
      .optional()
      .describe('secret of S3_ACCESS_KEY_ID')
      .register(settingFacts, { secret: true }),
  }),
}

const fileSettings = z.object(fileFields)

export type FileSettings = z.infer<typeof fileSettings>
