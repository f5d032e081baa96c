import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { hidden } from '../hidden.ts'

export const mcp = (run: Run) =>
  command(
    'mcp',
    'Serve the Model Context Protocol on standard input and output, for agents; `setup mcp` has them start it.',
  ).action(run(serve))

async function serve(cli: Cli): Promise<void> {
  // Loaded here: no other command needs it.
  const { runStdio } = await import('@gleaner/mcp')
  const { key } = await cli.target()
  await runStdio({
    client: await cli.client(),
    stdin: cli.stdin,
    stdout: process.stdout,
    onError: (error) => cli.warn(hidden(error.message, key === undefined ? [] : [key])),
  })
}
