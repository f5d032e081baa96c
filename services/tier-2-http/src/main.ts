import { run } from '@gleaner/runtime'
import { config } from './config.ts'
import { createService } from './service.ts'

await run({ name: 'tier-2-http', config, create: createService }, process.env)
