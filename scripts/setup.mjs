// What `npm start` does before it starts the fleet: install what is missing, and nothing when all is there.
import { existsSync } from 'node:fs'
import { ensureSetup } from './setup/ensure-setup.mjs'

// A .env may name a Redis or a Chromium of the user's. Node 18 cannot read it, and looks for programs on the PATH.
if (existsSync('.env')) process.loadEnvFile?.('.env')
await ensureSetup({ redis: !process.env.REDIS_URL })
