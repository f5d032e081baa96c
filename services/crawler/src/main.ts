import { run } from '@gleaner/runtime'
import { config } from './config.ts'
import { createService } from './service.ts'

await run({ name: 'crawler', config, create: createService }, process.env)
