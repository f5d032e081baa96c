#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { Gleaner } from '@gleaner/sdk'
import { runStdio } from './run-stdio.ts'
import { VERSION } from './version.ts'

const HELP = `Usage: gleaner-mcp

Gleaner for agents: speaks the Model Context Protocol on standard input and output.
An agent starts it, with these variables in its environment:

  GLEANER_URL      where the service is (default: http://localhost:8080)
  GLEANER_API_KEY  the key of an account: sk_live_… or sk_test_…

Options:
  --help, --version
`
const { stdin, stdout, env } = process

// Whoever reads has gone: there is nobody to be told.
stdout.on('error', () => process.exit(0))
try {
  await main()
} catch (error) {
  tell(error as Error)
  process.exitCode = 2
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, version: { type: 'boolean' } } })
  if (values.help) stdout.write(HELP)
  else if (values.version) stdout.write(`${VERSION}\n`)
  else await runStdio({ client: new Gleaner(), stdin, stdout, onError: tell })
}

/** Standard output belongs to the protocol. */
function tell({ message }: Error): void {
  const key = env.GLEANER_API_KEY
  process.stderr.write(`gleaner-mcp: ${key ? message.replaceAll(key, '***') : message}\n`)
}
