// Writes the parts of the TypeScript client that are made of the OpenAPI document anew: part of `pnpm docs`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FOLDER, makeFiles } from './make-files.ts'

const files = await makeFiles()
const standing = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
for (const entry of standing.filter((entry) => entry.isFile())) {
  const path = join(entry.parentPath, entry.name)
  if (!files.has(path)) rmSync(path)
}
for (const [path, text] of files) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
