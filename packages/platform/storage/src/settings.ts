import { urlField } from '@gleaner/runtime'
import { z } from 'zod'

/** Where files are kept: settings of every service that writes, serves or purges them. */
export const fileFields = {
  PUBLIC_URL: urlField(['http', 'https']).describe(
    'where callers reach the API, e.g. https://api.example.com',
  ),
  ENCRYPTION_KEYS: z.string().describe('comma list of id:base64 of 32 random bytes, the sealing key first'),
  STORAGE_DIR: z
    .string()
    .optional()
    .describe('folder for screenshots and PDFs, shared by all that write and serve them'),
  S3_BUCKET: z.string().optional().describe('bucket for screenshots and PDFs, in place of STORAGE_DIR'),
  S3_ENDPOINT: urlField(['http', 'https']).optional().describe('e.g. https://s3.eu-central-1.amazonaws.com'),
  S3_REGION: z.string().default('us-east-1').describe('region of the bucket, e.g. eu-central-1'),
  S3_PREFIX: z.string().default('').describe('put before the name of every file, e.g. gleaner/'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('of a user who may read, write and delete in S3_BUCKET'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('secret of S3_ACCESS_KEY_ID'),
}

const fileSettings = z.object(fileFields)

export type FileSettings = z.infer<typeof fileSettings>
