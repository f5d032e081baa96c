// Writes the index of the decisions, docs/decisions/README.md, from their files: part of `pnpm docs`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DECISIONS, decisionIndex, INDEX } from './decision-index.mjs'

writeFileSync(join(DECISIONS, INDEX), decisionIndex())
