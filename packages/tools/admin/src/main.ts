// The operator's commands: `npm run admin -- create-account --email you@example.com`, in containers
// `docker compose run --rm admin create-account --email you@example.com`.
import { existsSync } from 'node:fs'
import { AdminError } from './command.ts'
import { runCommand } from './run-command.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
try {
  console.log(await runCommand(process.argv.slice(2), process.env))
} catch (error) {
  // What the database says names hosts and statements, no secrets; a stack helps nobody here.
  console.error(error instanceof AdminError ? error.message : `Failed: ${describe(error)}`)
  process.exitCode = 1
}

function describe(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
