import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ExportDestinationCreate, ExportRequest } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import { createDatabase, createPool, transaction } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { beginExport, createDestination, readExport } from '@gleaner/exports'
import type { ExporterProcess } from '@gleaner/exports/testing/exporter-process'
import { storePages } from '@gleaner/exports/testing/store-pages'
import { startRedis } from '@gleaner/local-servers/redis'
import { createSecretBox } from '@gleaner/security/secret-box'
import { allowAnyRow } from '@gleaner/testkit/insert-rows'
import { startScratchPostgres } from '../lib/scratch-postgres.ts'

// An export of many pages to s3rver, whose exporter is killed five times: `killed.ts <folder with s3rver> <format> [pages] [kills]`.
// Prints the object's path, which foreign readers may look at; with JSON lines it is checked here: each page once.

const [tools = '', format = 'jsonl', pages = '100000', kills = '5'] = process.argv.slice(2)
const [count, most] = [Number(pages), Number(kills)]
const KEY_RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`
const PORT = 18_000 + (process.pid % 1_000)

const home = await mkdtemp(join(tmpdir(), 'gleaner-bench-exports-'))
const [database, redis] = await Promise.all([
  startScratchPostgres(),
  startRedis({ dir: join(home, 'redis') }),
])
await migrate(database.url)
await allowAnyRow(database.url)
const pool = createPool({ url: database.url, max: 4, statementTimeoutMs: 600_000 })
const store = spawn(
  process.execPath,
  [
    join(tools, 'node_modules/s3rver/bin/s3rver.js'),
    ...['--directory', join(home, 's3'), '--port', String(PORT), '--address', '127.0.0.1'],
    ...['--silent', '--configure-bucket', 'pages'],
  ],
  { stdio: 'inherit' },
)
let exporter: ChildProcess | undefined
let peak = 0
try {
  const accountId = uuidv7()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Bench')", [accountId])
  const batchId = await storePages(pool, accountId, count, { chars: 2_000 })
  console.log(`${count} pages are stored`)
  const place = {
    ...{ name: 's3rver', type: 's3', endpoint: `http://127.0.0.1:${PORT}`, bucket: 'pages' },
    ...{ access_key_id: 'S3RVER', secret_access_key: 'S3RVER' },
  }
  const made = await createDatabase(pool).transaction((both) =>
    createDestination(
      createSecretBox(KEY_RING),
      both,
      { accountId, actor: 'system' },
      ExportDestinationCreate.parse(place),
    ),
  )
  const request = ExportRequest.parse({ destination_id: made.id, format })
  const id = await transaction(pool, (sql) =>
    beginExport(sql, { accountId, source: { kind: 'batch', id: batchId }, request }),
  )

  const startedAt = performance.now()
  let killed = 0
  let lastRows = 0
  exporter = start()
  for (;;) {
    const run = await readExport(pool, accountId, id)
    if (run.ended_at) {
      console.log(run)
      break
    }
    if (killed < most && run.rows > lastRows) {
      lastRows = run.rows + Math.floor(count / (most + 2))
      // In the midst of what follows the part.
      await pause(Math.random() * 300)
      exporter.kill('SIGKILL')
      console.log(`killed at ${run.rows} rows`)
      killed++
      exporter = start()
    }
    await pause(50)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  console.log({
    killed,
    seconds: Math.round(seconds),
    rowsPerSecond: Math.round(count / seconds),
    peakMegabytes: Math.round(peak / 2 ** 20),
  })
  const files = await readdir(join(home, 's3', 'pages'), { recursive: true })
  const objects = files.filter((name) => name.includes('batch_') && name.includes(`.${format}`))
  console.log(objects.map((name) => join(home, 's3', 'pages', name)))
  if (format === 'jsonl')
    await checkLines(join(home, 's3', 'pages', objects.find((name) => name.endsWith('_object'))!))
} finally {
  exporter?.kill()
  store.kill()
  await pool.end()
  await Promise.all([database.stop(), redis.stop()])
  if (format === 'jsonl') await rm(home, { recursive: true, force: true })
}

function start(): ChildProcess {
  const given: ExporterProcess = {
    databaseUrl: database.url,
    redisUrl: redis.url,
    keyRing: KEY_RING,
    files: home,
    folder: home,
  }
  const child = fork(fileURLToPath(import.meta.resolve('@gleaner/exports/testing/exporter-process')), [
    JSON.stringify(given),
  ])
  child.on('message', ({ peak: bytes }: { peak: number }) => {
    peak = Math.max(peak, bytes)
  })
  return child
}

async function checkLines(path: string): Promise<void> {
  const seen = new Set<string>()
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(path) })) {
    seen.add(JSON.parse(line).url)
    lines++
  }
  console.log({ lines, different: seen.size, isWhole: lines === count && seen.size === count })
}
