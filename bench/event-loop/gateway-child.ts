import { config, createService } from '@gleaner/gateway'
import { watchLoop } from '@gleaner/gateway/testing/loop-hold'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'

/** A gateway in a process of its own that tells its parent, whenever it asks, how long its loop was held since. */
const service = createService(loadConfig(config, process.env), {
  logger: silentLogger(),
  metrics: createMetrics({ service: 'gateway' }),
})
await service.start()
const watch = watchLoop()
process.on('message', () => process.send!(watch.longest()))
process.once('disconnect', async () => {
  watch.stop()
  await service.stop()
  process.exit(0)
})
process.send!('ready')
