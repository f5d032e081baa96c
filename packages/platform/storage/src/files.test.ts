import { buffer } from 'node:stream/consumers'
import { loadConfig } from '@gleaner/runtime'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { z } from 'zod'
import { openFiles } from './files.ts'
import { fileFields } from './settings.ts'
import { type Bucket, startBucket } from './testing/bucket.ts'

let bucket: Bucket

beforeAll(async () => {
  bucket = await startBucket()
})

afterAll(() => bucket.close())

function open(env: Record<string, string>) {
  const settings = { PUBLIC_URL: 'https://api.example.com', ENCRYPTION_KEYS: 'k1:abc', ...env }
  return openFiles(loadConfig(z.object(fileFields), settings))
}

function bucketSettings(): Record<string, string> {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings
  return {
    S3_BUCKET: 'b',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

test('files are kept in the bucket that the settings name, also where a folder is set', async () => {
  const writer = open({ ...bucketSettings(), S3_PREFIX: 'live/', STORAGE_DIR: '/nowhere' })
  await writer.store.put('shots/1.png', Buffer.from('pixels'), { contentType: 'image/png', ttlMs: 60_000 })
  expect([...bucket.objects.keys()]).toEqual(['/b/live/hours/shots/1.png'])

  const link = new URL(writer.links.linkTo('shots/1.png', Date.now() + 60_000))
  const reader = open({ ...bucketSettings(), S3_PREFIX: 'live/' })
  const key = reader.links.keyOf(link.pathname, Object.fromEntries(link.searchParams))
  expect((await buffer((await reader.store.open(key!))!.stream)).toString()).toBe('pixels')
})

test('settings without a place for files are refused', () => {
  expect(() => open({})).toThrow('Set STORAGE_DIR, or S3_BUCKET')
})

test.each(['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'a bucket without %s is refused, and no secret is shown',
  (name) => {
    expect(() => open({ ...bucketSettings(), STORAGE_DIR: '/tmp', [name]: '' })).toThrow(
      /^S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.$/,
    )
  },
)
