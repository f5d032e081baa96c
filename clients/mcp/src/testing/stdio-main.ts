import { Gleaner } from '@gleaner/sdk'
import { runStdio } from '../run-stdio.ts'

/** The server as a program, as `gleaner mcp` starts it: the environment names the service and the key. */
await runStdio({ client: new Gleaner() })
