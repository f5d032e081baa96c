import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createStoreCheck } from './check-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'
import { type Bucket, startBucket } from './testing/bucket.ts'

let folder: string
let bucket: Bucket
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-check-'))
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

test('a store that takes files passes, and keeps nothing of it', async () => {
  await createStoreCheck(createFolderStore(folder))()
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )
  expect(files).toEqual([])
  await createStoreCheck(createS3Store(bucket.settings))()
  expect([...bucket.objects.keys()]).toEqual([])
})

test('a store that takes none is told with the reason', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(createStoreCheck(createFolderStore(join(file, 'below')))()).rejects.toThrow(
    /^Files cannot be written: ENOTDIR/,
  )
  const elsewhere = createS3Store({ ...bucket.settings, secretAccessKey: 'wrong' })
  await expect(createStoreCheck(elsewhere)()).rejects.toThrow('Files cannot be written')
})
