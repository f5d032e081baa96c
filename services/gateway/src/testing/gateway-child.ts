import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { config } from '../config.ts'
import { createService } from '../service.ts'

/** A gateway in a process of its own, to be killed; its settings are its environment. Tells its parent once it serves. */
const service = createService(loadConfig(config, process.env), {
  logger: silentLogger(),
  metrics: createMetrics({ service: 'gateway' }),
})
await service.start()
process.once('disconnect', () => process.exit())
process.send!('ready')
