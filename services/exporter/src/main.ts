import { run } from '@gleaner/runtime'
import { config } from './config.ts'
import { createService } from './service.ts'

await run({ name: 'exporter', config, create: createService }, process.env)
