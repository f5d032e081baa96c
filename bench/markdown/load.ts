import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listPages, readGzipText } from '../lib/data-files.ts'

export interface Fixture {
  name: string
  url: string
  html: string
  expected: string
}

/** Defuddle's fixtures: small pages, each about one feature, with the Markdown that Defuddle makes of them; notes those without. */
export function loadFixtures(folder: string, leftOut: string[]): Fixture[] {
  return listPages(folder).flatMap((name) => {
    const truth = join(folder, `${name}.md.gz`)
    if (!existsSync(truth)) {
      leftOut.push(`${name}: no Markdown`)
      return []
    }
    const html = readGzipText(join(folder, `${name}.html.gz`))
    const declared = /<!--\s*\{"url":\s*"([^"]+)"/.exec(html)?.[1]
    return {
      name,
      html,
      url: declared ?? `https://${name.replace(/^[a-z-]+?--/, '')}/`,
      expected: readGzipText(truth).replace(/^```json[\s\S]*?```\n/, ''),
    }
  })
}

/** Whole pages as they were fetched. */
export function loadPages(folder: string): string[] {
  return listPages(folder).map((name) => readGzipText(join(folder, `${name}.html.gz`)))
}
