import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `from 'x'`, `import 'x'`, `import('x')`, also in `export ... from`; type imports count, because code follows types.
const IMPORT = /(?<!\.)\b(?:from\s*|import\s*\(?\s*)['"]([^'"\n]+)['"]/g
const SOURCE_FILE = /\.(?:ts|tsx|mts|mjs|js)$/
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'generated', 'fixtures', 'corpus', 'results'])

/**
 * Paths of all source files below a folder.
 * @param {string} folder
 * @returns {string[]}
 */
export function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listSources(path)
    return SOURCE_FILE.test(entry.name) ? [path] : []
  })
}

/**
 * What a source file imports, as it writes it.
 * @param {string} file
 * @returns {string[]}
 */
export function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1])
}
