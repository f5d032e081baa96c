import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { BlobStore } from './blob-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

let folder: string
let bucket: Server
const stores: Record<string, BlobStore> = {}
const objects = new Map<string, { body: Buffer; headers: Record<string, string> }>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-blobs-'))
  bucket = createServer(async (request, response) => {
    const key = request.url!
    if (!request.headers.authorization?.includes('Credential=AK/')) return void response.writeHead(403).end()
    if (request.method === 'PUT') {
      const expiry = String(request.headers['x-amz-meta-expires-at'])
      const body = await buffer(request)
      const type = request.headers['content-type']!
      const headers = {
        'content-type': type,
        'content-length': String(body.length),
        'x-amz-meta-expires-at': expiry,
      }
      objects.set(key, { body, headers })
    }
    if (request.method === 'DELETE') objects.delete(key)
    const found = request.method === 'GET' ? objects.get(key) : { body: '', headers: {} }
    response.writeHead(found ? 200 : 404, found?.headers).end(found?.body)
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'AK', secretAccessKey: 'secret', region: 'us-east-1' }
  stores.folder = createFolderStore(folder)
  stores.s3 = createS3Store({ endpoint, bucket: 'b', prefix: 'gleaner/', ...credentials })
})

afterAll(async () => {
  await rm(folder, { recursive: true })
  bucket.closeAllConnections()
  await new Promise((resolve) => bucket.close(resolve))
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
    expect(await store.purgeExpired()).toBe(5)
    expect(await store.purgeExpired()).toBe(0)
    expect(await read(store, 'live')).toBe('x')
  })

  test('purging clears away what a crash left unfinished, and nothing that is being written', async () => {
    const own = await mkdtemp(join(folder, 'crash-'))
    const store = createFolderStore(own)
    await store.put('k', Buffer.from('x'), PNG)
    const [stale, fresh] = [join(own, 'unfinished', 'stale'), join(own, 'unfinished', 'fresh')]
    await Promise.all([writeFile(stale, ''), writeFile(fresh, '')])
    await utimes(stale, 0, 0)
    expect(await store.purgeExpired()).toBe(0)
    expect(await readdir(join(own, 'unfinished'))).toEqual(['fresh'])
  })

  test('simultaneous writers of one key leave one of their versions, whole', async () => {
    const store = stores.folder!
    const versions = Array.from({ length: 10 }, (_, i) => String(i).repeat(50_000))
    await Promise.all(versions.map((text) => store.put('raced', Buffer.from(text), PNG)))
    expect(versions).toContain(await read(store, 'raced'))
  })

  test('purging a folder that does not exist yet is fine', async () => {
    expect(await createFolderStore(join(folder, 'later')).purgeExpired()).toBe(0)
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
  test('wrong credentials are an error that shows no secret', async () => {
    const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
    const credentials = { accessKeyId: 'other', secretAccessKey: 'hidden', region: 'us-east-1' }
    const store = createS3Store({ endpoint, bucket: 'b', ...credentials })
    await expect(store.open('k')).rejects.toThrow('The object store answered 403 to GET')
  })
})
