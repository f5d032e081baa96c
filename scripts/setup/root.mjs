import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Node 24, from the npm package `node`: its shim in node_modules/.bin does not forward signals. */
export const NODE = join(ROOT, 'node_modules/node/bin/node')
