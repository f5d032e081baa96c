import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadMixture } from './load-mixture.ts'
import { serveMixture } from './serve-mixture.ts'

const KEEP_ALIVE_MS = 10 * 60_000

/** A website of the mixture in a process of its own, whose port it sends its parent; its argument is the folder of the pages. */
const server = createServer(serveMixture(loadMixture(process.argv[2]!)))
// Closed connections would count as failures of whoever was about to use them.
server.keepAliveTimeout = KEEP_ALIVE_MS
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
