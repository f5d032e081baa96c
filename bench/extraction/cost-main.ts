/** One reader in this process, which does nothing else: each message has it read all pages of the mixture and answer with what each has cost. */
import { loadMixture } from '../lib/mixture/load-mixture.ts'
import { findReader } from './readers.ts'

export interface CostTask {
  reader: string
  folder: string
  type: string | undefined
}

const { reader, folder, type } = JSON.parse(process.argv[2]!) as CostTask
const pages = loadMixture(folder).filter((page) => type === undefined || page.type === type)
const read = await findReader(reader)
// What a reader writes about pages is no part of the measurement.
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) console[level] = () => {}
process.once('disconnect', () => process.exit())
process.on('message', async () => {
  const costs: number[] = []
  for (const { name, bytes } of pages) {
    const start = process.cpuUsage()
    try {
      await read(bytes, `http://${name}.test/page.html`)
    } catch {
      // A page that a reader fails at has cost what it has cost.
    }
    const { user, system } = process.cpuUsage(start)
    costs.push((user + system) / 1_000)
  }
  process.send!(costs)
})
