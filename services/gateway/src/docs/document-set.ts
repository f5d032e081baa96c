import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_ROOT, ENDPOINTS, type Endpoint } from '@gleaner/contracts'
import { slugOf } from './markdown.ts'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs')
/** Folders of documents that are for callers and operators, not about how the service is built. */
const FOLDERS = ['guides', 'reference']
const ENDPOINTS_PAGE = 'reference/endpoints.md'
const FIELDS_PAGE = 'reference/fields.md'

/** Documents by their paths below `docs`. */
export type DocumentSet = ReadonlyMap<string, string>

export async function readDocuments(): Promise<DocumentSet> {
  const names = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(FOLDER, folder))).map((name) => `${folder}/${name}`)),
  )
  const markdown = ['glossary.md', ...names.flat().sort()].filter((name) => name.endsWith('.md'))
  return new Map(
    await Promise.all(
      markdown.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const),
    ),
  )
}

export function titleOf(path: string, text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? path
}

/** One endpoint's part of the reference. */
export interface EndpointEntry {
  name: string
  endpoint: Endpoint
  area: string
  /** Markdown below its heading. */
  text: string
}

/** What stands before the areas, and each endpoint's part, in the order of the reference. */
export function splitReference(documents: DocumentSet): { before: string; entries: EndpointEntry[] } {
  const text = documents.get(ENDPOINTS_PAGE)!
  const byHeading = new Map(
    Object.entries<Endpoint>(ENDPOINTS).map(([name, endpoint]) => [headingOf(endpoint), { name, endpoint }]),
  )
  const [before = '', ...parts] = text.split(/^(?=###? )/m)
  const entries: EndpointEntry[] = []
  const introduction = [before]
  let area = ''
  for (const part of parts) {
    const [heading = '', ...lines] = part.split('\n')
    const known = byHeading.get(heading.replace(/^### /, ''))
    if (known) entries.push({ ...known, area, text: lines.join('\n') })
    else {
      area = heading.replace(/^## /, '')
      if (entries.length === 0) introduction.push(part)
    }
  }
  // The first area's own heading stands before its first endpoint.
  return { before: introduction.slice(0, -1).join(''), entries }
}

/** What each named schema holds: the parts of the page of fields, Markdown below their headings. */
export function fieldSections(documents: DocumentSet): ReadonlyMap<string, string> {
  const [, ...parts] = documents.get(FIELDS_PAGE)!.split(/^## /m)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1)]
    }),
  )
}

function headingOf({ method, path }: Endpoint): string {
  return `\`${method} ${path.replaceAll('{+', '{')}\``
}

/** Where a link of a document at `from` leads on the pages: to another document, an endpoint, or out of them. */
export function targetOf(documents: DocumentSet, entries: readonly EndpointEntry[], from: string) {
  return (href: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(href)) return href
    const [path = '', anchor] = href.split('#')
    const resolved = posix.join(posix.dirname(from), path)
    if (resolved === ENDPOINTS_PAGE) {
      const entry = entries.find(({ endpoint }) => slugOf(headingOf(endpoint)) === anchor)
      return entry ? `/docs/endpoints/${entry.name}` : '/docs'
    }
    if (!documents.has(resolved)) return undefined
    return `/docs/${resolved.replace(/\.md$/, '')}${anchor ? `#${anchor}` : ''}`
  }
}

export const apiPath = ({ path }: Pick<Endpoint, 'path'>) => `${API_ROOT}${path.replaceAll('{+', '{')}`
