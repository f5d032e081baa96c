// What `npm start` does before it starts the fleet: install what is missing, and nothing when all is there.
import { ensureSetup } from './setup/ensure-setup.mjs'

await ensureSetup({ redis: !process.env.REDIS_URL })
