import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup/root.mjs'

/** Folders of areas of the API, whose index.ts is made of their files; `parts` of others stand beside them and are not shown. */
export const FOLDERS = [
  { folder: 'packages/platform/contracts/src/schemas', parts: ['primitives.ts'] },
  { folder: 'packages/platform/contracts/src/schemas/alerts', parts: [] },
  { folder: 'packages/platform/contracts/src/schemas/batches', parts: [] },
  { folder: 'packages/platform/contracts/src/schemas/crawls', parts: [] },
  { folder: 'packages/platform/contracts/src/schemas/monitors', parts: [] },
  {
    folder: 'packages/platform/contracts/src/schemas/scrape',
    parts: ['field-aliases.ts', 'selector.ts', 'tiers.ts', 'without-effect.ts'],
  },
  { folder: 'packages/platform/contracts/src/endpoints', parts: [] },
  { folder: 'packages/platform/contracts/src/endpoints/realtime', parts: [] },
  { folder: 'packages/api/openapi/src/examples', parts: [] },
  { folder: 'services/gateway/src/routes', parts: [] },
]

/** The index.ts of one of the folders: all that its files export. */
export function folderIndex({ folder, parts }) {
  const files = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!^index|\.test)\.ts$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !parts.includes(name))
    .sort(asBiome)
  const exports = files.map((name) => `export * from './${name}'\n`)
  return `// Written by \`pnpm docs\` from the files of this folder.\n${exports.join('')}`
}

/** As Biome sorts: `page.ts` before `page-archive.ts`. */
function asBiome(a, b) {
  const [left, right] = [a, b].map((name) => name.slice(0, -'.ts'.length))
  return left < right ? -1 : 1
}
