import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { FOLDERS, folderIndex } from './folder-indexes.mjs'
import { ROOT } from './setup/root.mjs'

test.each(FOLDERS)('$folder/index.ts is what `pnpm docs` writes', (one) => {
  expect(readFileSync(join(ROOT, one.folder, 'index.ts'), 'utf8')).toBe(folderIndex(one))
})
