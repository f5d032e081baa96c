import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { metricsPage } from './metrics-page.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** What is made of declarations, by its path: given the file as it stands, or '', the text that belongs there. */
const FILES: Readonly<Record<string, (standing: string) => string | Promise<string>>> = {
  'docs/reference/metrics.md': metricsPage,
}

export const GENERATED = Object.keys(FILES)

export async function makeFile(path: string): Promise<{ standing: string; made: string }> {
  const standing = readStanding(path)
  return { standing, made: await FILES[path]!(standing) }
}

function readStanding(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
