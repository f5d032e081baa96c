import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { BlobStore } from './blob-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'
import { type Bucket, startBucket } from './testing/bucket.ts'

let folder: string
let bucket: Bucket
const stores: Record<string, BlobStore> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-blobs-'))
  bucket = await startBucket()
  stores.folder = createFolderStore(folder)
  stores.s3 = createS3Store({ ...bucket.settings, prefix: 'gleaner/' })
})

afterAll(async () => {
  await rm(folder, { recursive: true })
  await bucket.close()
})

const PNG = { contentType: 'image/png', ttlMs: 60_000 }

async function read(store: BlobStore, key: string): Promise<string | undefined> {
  const blob = await store.open(key)
  return blob && (await buffer(blob.stream)).toString()
}

describe.each(['folder', 's3'])('a blob store in: %s', (kind) => {
  test('gives back what was put, with its type, size and expiry', async () => {
    const store = stores[kind]!
    await store.put('screenshots/1.png', Buffer.from('pixels\nand more'), PNG)
    const blob = (await store.open('screenshots/1.png'))!
    expect(blob).toMatchObject({ size: 15, contentType: 'image/png' })
    expect(blob.expiresAt.getTime() - Date.now()).toBeGreaterThan(50_000)
    expect((await buffer(blob.stream)).toString()).toBe('pixels\nand more')
  })

  test.each(['/etc/passwd', 'ü (1)*!.png', 'a%2e%2e/b', 'x\0y', '...', 'unfinished'])(
    'takes the key %j as a name and nothing more',
    async (key) => {
      const store = stores[kind]!
      await store.put(key, Buffer.from(`of ${key}`), PNG)
      expect(await read(store, key)).toBe(`of ${key}`)
      await store.delete(key)
      expect(await store.open(key)).toBeUndefined()
    },
  )

  test('replaces, deletes twice, and knows nothing of what was never put', async () => {
    const store = stores[kind]!
    await store.put('k', Buffer.from('a longer first version'), PNG)
    await store.put('k', Buffer.from('second'), PNG)
    expect(await read(store, 'k')).toBe('second')
    await store.delete('k')
    await store.delete('k')
    expect(await read(store, 'k')).toBeUndefined()
    expect(await read(store, 'never')).toBeUndefined()
  })

  test('hands out nothing that has expired', async () => {
    const store = stores[kind]!
    await store.put('old', Buffer.from('x'), { ...PNG, ttlMs: -1 })
    expect(await store.open('old')).toBeUndefined()
  })

  test('keeps an empty blob', async () => {
    await stores[kind]!.put('empty', new Uint8Array(), PNG)
    expect(await read(stores[kind]!, 'empty')).toBe('')
  })
})

describe('the folder', () => {
  test('purging removes what has expired and leaves the rest', async () => {
    const own = await mkdtemp(join(folder, 'purge-'))
    const store = createFolderStore(own)
    await store.put('live', Buffer.from('x'), PNG)
    for (let i = 0; i < 5; i++) await store.put(`old-${i}`, Buffer.from('x'), { ...PNG, ttlMs: -1 })
    expect(await store.purgeExpired()).toEqual({ rows: 5 })
    expect(await store.purgeExpired()).toEqual({ rows: 0 })
    expect(await read(store, 'live')).toBe('x')
  })

  test('purging clears away what a crash left unfinished, and nothing that is being written', async () => {
    const own = await mkdtemp(join(folder, 'crash-'))
    const store = createFolderStore(own)
    await store.put('k', Buffer.from('x'), PNG)
    const [stale, fresh] = [join(own, 'unfinished', 'stale'), join(own, 'unfinished', 'fresh')]
    await Promise.all([writeFile(stale, ''), writeFile(fresh, '')])
    await utimes(stale, 0, 0)
    expect(await store.purgeExpired()).toEqual({ rows: 0 })
    expect(await readdir(join(own, 'unfinished'))).toEqual(['fresh'])
  })

  test('simultaneous writers of one key leave one of their versions, whole', async () => {
    const store = stores.folder!
    const versions = Array.from({ length: 10 }, (_, i) => String(i).repeat(50_000))
    await Promise.all(versions.map((text) => store.put('raced', Buffer.from(text), PNG)))
    expect(versions).toContain(await read(store, 'raced'))
  })

  test('purging a folder that does not exist yet is fine', async () => {
    expect(await createFolderStore(join(folder, 'later')).purgeExpired()).toEqual({ rows: 0 })
  })

  test('a stored file begins with a line that says what it is', async () => {
    const own = await mkdtemp(join(folder, 'mode-'))
    await createFolderStore(own).put('k', Buffer.from('x'), PNG)
    const files = await readdir(own, { recursive: true, withFileTypes: true })
    const file = files.find((entry) => entry.isFile())!
    expect(await readFile(join(file.parentPath, file.name), 'utf8')).toMatch(/^\{"key":"k",.*\}\nx$/)
  })
})

describe.each(['../../../etc/passwd', 'a/../b', '.'])('a key with dot segments (%s)', (key) => {
  test('is a mere name in the folder', async () => {
    await stores.folder!.put(key, Buffer.from('x'), PNG)
    expect(await read(stores.folder!, key)).toBe('x')
  })

  test('is refused by the bucket, whose URLs resolve them', async () => {
    await expect(stores.s3!.put(key, Buffer.from('x'), PNG)).rejects.toThrow('dot segments')
  })
})

describe('the bucket', () => {
  afterEach(() => {
    bucket.answer = undefined
  })

  test('holds every file under its prefix', async () => {
    await stores.s3!.put('screenshots/a b+c.png', Buffer.from('x'), PNG)
    expect([...bucket.objects.keys()]).toContain('/b/gleaner/hours/screenshots/a%20b%2Bc.png')
  })

  test.each([{ accessKeyId: 'other' }, { secretAccessKey: 'hidden' }, { region: 'us-east-1' }])(
    'a wrong signature (%j) is an error that shows no secret',
    async (wrong) => {
      const store = createS3Store({ ...bucket.settings, ...wrong })
      await expect(store.open('k')).rejects.toThrow(/^The object store answered 403 to GET$/)
    },
  )

  test('a bucket that does not exist is an error', async () => {
    const store = createS3Store({ ...bucket.settings, bucket: 'other' })
    await expect(store.put('k', Buffer.from('x'), PNG)).rejects.toThrow('no bucket other')
  })

  test.each([500, 503, 429])('status %d is an error at once', async (status) => {
    let asked = 0
    bucket.answer = (_request, response) => void response.writeHead(status).end(String(++asked))
    await expect(stores.s3!.put('k', Buffer.from('x'), PNG)).rejects.toThrow(`answered ${status} to PUT`)
    expect(asked).toBe(1)
  })

  test('is not followed to where it redirects', async () => {
    bucket.answer = (_request, response) => void response.writeHead(307, { location: '/b/elsewhere' }).end()
    await expect(stores.s3!.open('k')).rejects.toThrow()
  })

  test('that does not answer is an error when its time is over', async () => {
    bucket.answer = () => {}
    const store = createS3Store({ ...bucket.settings, timeoutMs: 50 })
    await expect(store.open('k')).rejects.toThrow('The object store did not answer')
  })

  test('that has answered may be read slowly', async () => {
    await stores.s3!.put('slow', Buffer.from('first and last'), PNG)
    const { headers } = bucket.objects.get('/b/gleaner/hours/slow')!
    let finish = () => {}
    bucket.answer = (_request, response) => {
      response.writeHead(200, headers).write('first and ')
      finish = () => response.end('last')
    }
    const timeoutMs = 1_000
    const store = createS3Store({ ...bucket.settings, timeoutMs, prefix: 'gleaner/' })
    const blob = (await store.open('slow'))!
    // Reading goes on when the time for an answer is over.
    await setTimeout(timeoutMs + 100)
    finish()
    expect((await buffer(blob.stream)).toString()).toBe('first and last')
  })
})

test('a file that cannot be removed keeps no other, and is told', async () => {
  const own = await mkdtemp(join(tmpdir(), 'gleaner-blobs-'))
  const store = createFolderStore(own)
  const keys = Array.from({ length: 8 }, (_, n) => `files/${n}.png`)
  for (const key of keys) await store.put(key, Buffer.from('x'), { contentType: 'image/png', ttlMs: -1_000 })
  // A folder in the place of each file of the first shard: nobody may remove it as a file, root neither.
  const [first] = (await readdir(own, { recursive: true }))
    .filter((path) => /[0-9a-f]{64}$/.test(path))
    .sort()
  await rm(join(own, first!))
  await mkdir(join(own, first!))
  await utimes(join(own, first!), 1, 1)
  const { rows, faults } = await store.purgeExpired()
  await rm(own, { recursive: true })
  expect([rows, faults?.length]).toEqual([7, 1])
})
