// Ends with an error that names each variable of the environment which is nearly a setting: Compose reads .env, and hands on only what it knows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseMisspelt } from '../../packages/platform/runtime/src/misspelt-settings.ts'

const listed = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
const settings = new Set([...listed.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!))
try {
  refuseMisspelt(settings, process.env)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
