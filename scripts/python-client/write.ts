// Writes the parts of the Python client that are made of the OpenAPI document, and its synchronous half: part of `pnpm docs`.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFiles, PACKAGE, WRITTEN_FOLDERS } from './make-files.ts'

const files = makeFiles()
for (const path of globSync(
  WRITTEN_FOLDERS.map((folder) => `${folder}/**/*.py`),
  { cwd: PACKAGE },
))
  if (!files.has(path)) rmSync(join(PACKAGE, path))
for (const [path, text] of files) {
  mkdirSync(dirname(join(PACKAGE, path)), { recursive: true })
  writeFileSync(join(PACKAGE, path), text)
}
