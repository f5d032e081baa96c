// Run by listen.ts inside a network namespace: opens a listener there and hands it to the process outside. A socket
// stays in the namespace that it was made in, so connections from inside arrive outside, in the process that got it.
import { createServer } from 'node:net'

const server = createServer()
server.listen(0, '0.0.0.0', () => process.send!('listening', server))
process.once('disconnect', () => process.exit())
