// Makes what the runner runs: one file, which needs nothing beside it. The runner finds it by action.yml.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'

const FOLDER = import.meta.dirname
const { values } = parseArgs({ options: { out: { type: 'string', default: join(FOLDER, 'dist') } } })

await build({
  input: join(FOLDER, 'src/main.ts'),
  platform: 'node',
  output: { dir: values.out, format: 'esm', entryFileNames: 'main.mjs', codeSplitting: false },
  logLevel: 'warn',
})
