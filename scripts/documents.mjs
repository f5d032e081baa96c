import { globSync } from 'node:fs'
import { ROOT } from './setup/root.mjs'

/** Every document of the project by its path from the root. */
export const DOCUMENTS = globSync(
  ['*.md', '{docs,infra,bench}/**/*.md', '{packages,services}/**/README.md'],
  { cwd: ROOT, exclude: (path) => path.includes('node_modules') },
).sort()

/** Those that nothing writes but people: no reference, no index of decisions. */
export const WRITTEN_BY_HAND = DOCUMENTS.filter(
  (path) => !path.startsWith('docs/reference/') && path !== 'docs/decisions/README.md',
)
