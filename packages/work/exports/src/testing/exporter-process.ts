import { createPool } from '@gleaner/db'
import { createEgress } from '@gleaner/egress'
import { createPubSub } from '@gleaner/queue'
import { createLogger } from '@gleaner/runtime/logger'
import { createSecretBox } from '@gleaner/security/secret-box'
import { createFolderStore } from '@gleaner/storage'
import { createExporter } from '../worker/exporter.ts'

/** What an exporter of its own is started with, as JSON in its first argument. */
export interface ExporterProcess {
  databaseUrl: string
  redisUrl: string
  keyRing: string
  /** Where screenshots and the like are kept, and where exports may go. */
  files: string
  folder: string
  partBytes?: number
}

/** An exporter to be killed. It tells its parent the most memory that it has held, in bytes. */
const { databaseUrl, redisUrl, keyRing, files, folder, partBytes } = JSON.parse(
  process.argv[2]!,
) as ExporterProcess
const exporter = createExporter({
  pool: createPool({ url: databaseUrl, max: 5 }),
  pubSub: createPubSub({ redisUrl, onError: () => {} }),
  secretBox: createSecretBox(keyRing),
  egress: createEgress({ allow: '127.0.0.0/8' }),
  files: createFolderStore(files),
  folders: [folder],
  httpsOnly: false,
  publicUrl: 'https://api.example.com',
  pollMs: 200,
  partBytes,
  logger: createLogger({ service: 'exporter', level: 'warn' }),
})
await exporter.start()
let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
  process.send?.({ peak })
}, 100)
