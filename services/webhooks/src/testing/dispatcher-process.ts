import { createPool } from '@gleaner/db'
import { createEgress } from '@gleaner/egress'
import { silentLogger } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import { createDispatcher } from '../dispatcher.ts'
import { createSender } from '../send-webhook.ts'

// A dispatcher in a process of its own, to be killed: `node dispatcher-process.ts <database> <key ring> <lease in ms>`.
const [url = '', keyRing = '', leaseMs = ''] = process.argv.slice(2)
const egress = createEgress({ allow: '127.0.0.0/8' })
createDispatcher({
  pool: createPool({ url }),
  secretBox: createSecretBox(keyRing),
  sender: createSender({ egress, httpsOnly: false, timeoutMs: 10_000 }),
  logger: silentLogger(),
  publicUrl: 'https://api.example.com',
  concurrency: 100,
  perHost: 16,
  pollMs: 20,
  leaseMs: Number(leaseMs),
}).start()
