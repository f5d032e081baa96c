import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExportDestinationCreate, type ExportFormat, ExportRequest, type ExportRun } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import { createDatabase, createPool, type Pool, transaction } from '@gleaner/db'
import { createEgress } from '@gleaner/egress'
import { createPubSub } from '@gleaner/queue'
import { silentLogger } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import { createFolderStore } from '@gleaner/storage'
import { type Bucket, startBucket } from '@gleaner/storage/testing/bucket'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { allowAnyRow } from '@gleaner/testkit/insert-rows'
import { createDestination } from '../destinations/destinations.ts'
import { beginExport } from '../runs/begin-export.ts'
import { cancelExport, readExport } from '../runs/read-exports.ts'
import { createExporter, type Exporter } from '../worker/exporter.ts'
import type { ExporterProcess } from './exporter-process.ts'
import { storePages } from './store-pages.ts'

export const PUBLIC_URL = 'https://api.example.com'

/** A database with stored pages, a bucket, a folder, and exporters that write small parts. */
export interface ExportsFixture {
  pool: Pool
  bucket: Bucket
  folder: string
  accountId: string
  /** A batch, or crawl, of so many pages that has ended; gives its id. */
  pages(count: number, options?: Parameters<typeof storePages>[3]): Promise<string>
  destination(fields: object): Promise<string>
  /** A destination in the bucket. */
  s3(): Promise<string>
  begin(
    batchId: string,
    request: { format: ExportFormat } & Record<string, unknown>,
    kind?: 'batch' | 'crawl',
  ): Promise<string>
  run(id: string): Promise<ExportRun>
  cancel(id: string): Promise<ExportRun>
  /** Waits until an export has one of these states. */
  until(id: string, ...statuses: ExportRun['status'][]): Promise<ExportRun>
  /** Waits until a try of an export has failed. */
  untilError(id: string): Promise<void>
  /** Waits until the destination has taken a part of an export. */
  untilPart(id: string): Promise<void>
  /** Waits until no exporter has anything to do for it. */
  untilEnded(id: string): Promise<void>
  exporter(): Promise<Exporter>
  /** An exporter of its own process; gives what kills it, after which its run is free for the next one. */
  process(): () => Promise<void>
  /** The only object of the bucket whose name ends so. */
  object(end: string): Buffer
  store: ReturnType<typeof createFolderStore>
  close(): Promise<void>
}

const KEY_RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`

export async function createExportsFixture({ partBytes = 6_000 } = {}): Promise<ExportsFixture> {
  const [database, redis, bucket, home] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    startBucket(),
    mkdtemp(join(tmpdir(), 'gleaner-exports-')),
  ])
  await allowAnyRow(database.url)
  const pool = createPool({ url: database.url, max: 8, onError: () => {} })
  const db = createDatabase(pool)
  const pubSub = createPubSub({ redisUrl: redis.url, onError: () => {} })
  const secretBox = createSecretBox(KEY_RING)
  const egress = createEgress({ allow: '127.0.0.0/8' })
  const store = createFolderStore(join(home, 'files'))
  const folder = join(home, 'exports')
  const exporters: Exporter[] = []
  const killers: (() => Promise<void>)[] = []
  const accountId = uuidv7()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [accountId])
  let named = 0
  let lastDestination = ''

  async function destination(fields: object): Promise<string> {
    const asked = ExportDestinationCreate.parse({ name: `destination ${named++}`, ...fields })
    const holder = { accountId, actor: 'system' as const }
    const made = await db.transaction((both) => createDestination(secretBox, both, holder, asked))
    lastDestination = made.id
    return made.id
  }

  return {
    pool,
    bucket,
    folder,
    accountId,
    store,
    pages: (count, options) => storePages(pool, accountId, count, options),
    destination,
    s3() {
      const { accessKeyId, secretAccessKey, ...place } = bucket.settings
      return destination({
        type: 's3',
        ...place,
        bucket: 'b',
        access_key_id: accessKeyId,
        secret_access_key: secretAccessKey,
      })
    },
    async begin(batchId, request, kind = 'batch') {
      const parsed = ExportRequest.parse({ destination_id: lastDestination, ...request })
      return await transaction(pool, (sql) =>
        beginExport(sql, { accountId, source: { kind, id: batchId }, request: parsed }),
      )
    },
    run: (id) => readExport(pool, accountId, id),
    cancel: (id) => cancelExport(pool, accountId, id),
    async until(id, ...statuses) {
      return await eventually(async () => {
        const run = await readExport(pool, accountId, id)
        if (!statuses.includes(run.status)) throw new Error(JSON.stringify(run))
        return run
      })
    },
    async untilError(id) {
      await eventually(async () => {
        if ((await readExport(pool, accountId, id)).error === null) throw new Error('no error')
      })
    },
    async untilPart(id) {
      await eventually(async () => {
        const { rowCount } = await pool.query('SELECT FROM export_part WHERE run_id = $1', [id])
        if (rowCount === 0) throw new Error('no part is taken')
      })
    },
    async untilEnded(id) {
      await eventually(async () => {
        const { rowCount } = await pool.query('SELECT FROM export_run WHERE id = $1 AND ended_at IS NULL', [
          id,
        ])
        if (rowCount !== 0) throw new Error('it has not ended')
      })
    },
    async exporter() {
      const exporter = createExporter({
        pool,
        pubSub,
        secretBox,
        egress,
        files: store,
        folders: [folder],
        httpsOnly: false,
        publicUrl: PUBLIC_URL,
        partBytes,
        pausesMs: [50],
        pollMs: 50,
        logger: silentLogger(),
      })
      exporters.push(exporter)
      await exporter.start()
      return exporter
    },
    process() {
      const given: ExporterProcess = {
        databaseUrl: database.url,
        redisUrl: redis.url,
        keyRing: KEY_RING,
        files: join(home, 'files'),
        folder,
        partBytes,
      }
      const child = fork(join(import.meta.dirname, 'exporter-process.ts'), [JSON.stringify(given)])
      const ended = once(child, 'exit')
      const kill = async () => {
        child.kill('SIGKILL')
        await ended
        await pool.query('UPDATE export_run SET lease_until = now() WHERE ended_at IS NULL')
      }
      killers.push(kill)
      return kill
    },
    object(end) {
      const found = [...bucket.objects].filter(([name]) => name.endsWith(end))
      if (found.length !== 1) throw new Error(`${found.length} of ${[...bucket.objects.keys()].join(', ')}`)
      return found[0]![1].body
    },
    async close() {
      await Promise.all(killers.map((kill) => kill()))
      await Promise.all(exporters.map((exporter) => exporter.stop()))
      await Promise.all([egress.close(), pubSub.close(), bucket.close()])
      await pool.end()
      await Promise.all([database.close(), redis.close(), rm(home, { recursive: true, force: true })])
    },
  }
}
