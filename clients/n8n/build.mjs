// Besides the modules, as n8n loads them, n8n needs icons and descriptions.
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '@gleaner/client-build'

const FOLDER = import.meta.dirname

const out = buildClient(FOLDER)
for (const path of globSync(['icons/*.svg', 'nodes/**/*.node.json'], { cwd: FOLDER }))
  cpSync(join(FOLDER, path), join(out, 'dist', path))
