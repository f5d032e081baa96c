import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { DOCUMENTS } from './documents.mjs'
import { ROOT } from './setup/root.mjs'

/** A link to another file of the project, or to a heading. */
const LINK = /\]\((?!\w+:)([^()#\s]*)(?:#([^()\s]*))?\)/g

test.each(DOCUMENTS)('every link of %s leads somewhere', (document) => {
  const links = readFileSync(join(ROOT, document), 'utf8').matchAll(LINK)
  const dead = [...links].filter(([, path, anchor]) => {
    const target = path ? join(ROOT, dirname(document), path) : join(ROOT, document)
    return !existsSync(target) || (anchor && !anchorsOf(target).has(anchor))
  })
  expect(dead.map(([link]) => link)).toEqual([])
})

const known = new Map<string, Set<string>>()

/** The anchors that viewers of Markdown give to the headings of a file. */
function anchorsOf(file: string): Set<string> {
  const found = known.get(file)
  if (found) return found
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
  const anchors = new Set([...headings].map(([, heading]) => anchorOf(heading!)))
  known.set(file, anchors)
  return anchors
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
