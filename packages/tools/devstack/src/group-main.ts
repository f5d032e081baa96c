import { runGroup } from '@gleaner/runtime'
import { loadService } from './services.ts'

/**
 * Runs several services in this process: `group-main.ts <process name> <service> ...`. With `--compile` for the name they
 * are loaded and not run, which leaves their modules in Node's compile cache.
 */
const [name = 'group', ...services] = process.argv.slice(2)
const definitions = await Promise.all(services.map(loadService))
if (name === '--compile') process.exit(0)
await runGroup(name, definitions, process.env)
