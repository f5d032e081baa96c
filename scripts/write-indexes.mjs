// Writes the index.ts of each folder of areas anew, before anything reads it: part of `pnpm docs`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDERS, folderIndex } from './folder-indexes.mjs'
import { ROOT } from './setup/root.mjs'

for (const one of FOLDERS) writeFileSync(join(ROOT, one.folder, 'index.ts'), folderIndex(one))
