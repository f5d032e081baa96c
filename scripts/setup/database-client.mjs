import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT } from './root.mjs'
import { runCommand } from './run-command.mjs'
import { fingerprint, readStamps, writeStamp } from './stamp.mjs'
import { SetupError, step } from './step.mjs'

const PACKAGE = join(ROOT, 'packages/platform/db')
const SCHEMA = join(PACKAGE, 'prisma/schema.prisma')
const CLIENT = join(PACKAGE, 'src/generated/client.ts')

// `generate` asks for the schema engine without ever running it, and the engine is a download: any program will do.
const NO_ENGINE = ['/bin/true', '/usr/bin/true'].find((path) => existsSync(path))

/** Generates the database client from the Prisma schema, unless it is there and the schema is as at the last time. */
export async function ensureDatabaseClient({ force = false } = {}) {
  const wanted = fingerprint([SCHEMA, join(PACKAGE, 'package.json')])
  if (!force && existsSync(CLIENT) && readStamps(ROOT).client === wanted) return
  await step('Generating the database client', generate)
  writeStamp(ROOT, 'client', wanted)
}

async function generate() {
  const prisma = join(ROOT, 'node_modules/prisma/build/index.js')
  const { ok, output } = await runCommand(NODE, [prisma, 'generate', `--schema=${SCHEMA}`], {
    cwd: PACKAGE,
    env: { PRISMA_SCHEMA_ENGINE_BINARY: NO_ENGINE, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  })
  if (!ok) throw new SetupError(`Generating the database client failed:\n${output.trim()}`)
}
