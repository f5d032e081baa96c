import { globSync } from 'node:fs'
import { ROOT } from './setup/root.mjs'

/** Every document of the project by its path from the root. */
export const DOCUMENTS = globSync(
  ['*.md', '{docs,infra,bench,clients}/**/*.md', '{packages,services}/**/README.md'],
  { cwd: ROOT, exclude: (path) => path.includes('node_modules') },
).sort()

/** Those that nothing writes but people: no reference, no index of decisions. */
const WRITTEN = DOCUMENTS.filter(
  (path) => !path.startsWith('docs/reference/') && path !== 'docs/decisions/README.md',
)

/** What is published with a client, to people who see nothing else of the house. */
export const OF_CLIENTS = WRITTEN.filter((path) => path.startsWith('clients/'))

export const WRITTEN_BY_HAND = WRITTEN.filter((path) => !OF_CLIENTS.includes(path))
