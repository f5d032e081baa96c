import { createPool } from '@gleaner/db'
import { createEgress } from '@gleaner/egress'
import { createExporter } from '@gleaner/exports/worker'
import { createPubSub } from '@gleaner/queue'
import { createLogger } from '@gleaner/runtime/logger'
import { createSecretBox } from '@gleaner/security/secret-box'
import { createFolderStore } from '@gleaner/storage'

/** An exporter of its own, to be killed: `exporter-process.ts <database> <redis> <folder> <key ring>`. */
const [databaseUrl = '', redisUrl = '', folder = '', keyRing = ''] = process.argv.slice(2)
const exporter = createExporter({
  pool: createPool({ url: databaseUrl, max: 5 }),
  pubSub: createPubSub({ redisUrl, onError: () => {} }),
  secretBox: createSecretBox(keyRing),
  egress: createEgress({ allow: '127.0.0.0/8' }),
  files: createFolderStore(folder),
  folders: [folder],
  httpsOnly: false,
  publicUrl: 'http://127.0.0.1:8080',
  pollMs: 200,
  logger: createLogger({ service: 'exporter', level: 'warn' }),
})
await exporter.start()
let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
  process.send?.({ peak })
}, 100)
