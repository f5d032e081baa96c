// Writes docs/reference anew from the declarations: `pnpm docs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { FOLDER, referencePages } from './pages.ts'

mkdirSync(FOLDER, { recursive: true })
for (const [file, text] of referencePages()) writeFileSync(new URL(file, FOLDER), text)
