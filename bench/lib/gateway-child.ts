import { config, createService } from '@gleaner/gateway'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { watchEventLoop } from '@gleaner/testkit/event-loop-blocking'

/** A gateway in a process of its own that tells its parent, whenever it asks, how long its loop was held since. */
const service = createService(loadConfig(config, process.env), {
  logger: silentLogger(),
  metrics: createMetrics({ service: 'gateway' }),
})
await service.start()
const watch = watchEventLoop()
process.on('message', () => process.send!(watch.longest()))
process.once('disconnect', async () => {
  watch.stop()
  await service.stop()
  process.exit(0)
})
process.send!('ready')
