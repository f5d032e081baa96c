// Writes what docs/api.md says of endpoints and errors anew: `pnpm docs`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fillPage } from './fill-page.ts'

const path = new URL('../../../../../docs/api.md', import.meta.url)
writeFileSync(path, fillPage(readFileSync(path, 'utf8')))
