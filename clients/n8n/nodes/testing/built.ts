import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ICredentialType, INodeType } from 'n8n-workflow'

const require = createRequire(import.meta.url)
const FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** n8n's own package, as n8n loads it: its ESM is for bundlers. */
export const n8nWorkflow = require('n8n-workflow') as typeof import('n8n-workflow')

export interface Built {
  folder: string
  Gleaner: new () => INodeType
  GleanerTrigger: new () => INodeType
  GleanerApi: new () => ICredentialType
  remove(): void
}

/** What is published, built anew: n8n's package can only be loaded by CommonJS. */
export function build(): Built {
  // Below this package, so that n8n-workflow is found.
  const cache = join(FOLDER, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'built-'))
  execFileSync(process.execPath, ['build.mjs', '--out', folder], { cwd: FOLDER, stdio: 'inherit' })
  return {
    folder,
    ...require(join(folder, 'dist/nodes/Gleaner/Gleaner.node.js')),
    ...require(join(folder, 'dist/nodes/GleanerTrigger/GleanerTrigger.node.js')),
    ...require(join(folder, 'dist/credentials/GleanerApi.credentials.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
