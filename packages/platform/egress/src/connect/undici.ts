import { createRequire } from 'node:module'
import type * as undici from 'undici'

const require = createRequire(import.meta.url)

/**
 * The parts of undici that we use, each from its own file: the package's entry also loads its fetch, caches, mocks and
 * interceptors, which would be 3 MB in every process.
 */
export const Client: typeof undici.Client = require('undici/lib/dispatcher/client.js')
export const Dispatcher: typeof undici.Dispatcher = require('undici/lib/dispatcher/dispatcher.js')
export const buildConnector: typeof undici.buildConnector = require('undici/lib/core/connect.js')

// As the entry does: `request` and the like become methods of every dispatcher.
Object.assign(Dispatcher.prototype, require('undici/lib/api'))
