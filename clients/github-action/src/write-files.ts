import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Page, PageResult } from './read-pages.ts'

/** Formats that are text; all others are JSON. */
const EXTENSIONS: Record<string, string> = { markdown: 'md', text: 'txt', html: 'html', content: 'md' }
const MOST_NAME_CHARS = 100
const HASH_CHARS = 8

export interface Folder {
  /** Writes a page, a file for each format; returns their paths from the workspace on. */
  write(url: string, result: PageResult): Promise<string[]>
  /** Writes what has become of every page. */
  writeIndex(pages: Page[]): Promise<string>
}

export async function openFolder(workspace: string, output: string): Promise<Folder> {
  const taken = new Set<string>()
  await mkdir(join(workspace, output), { recursive: true })

  async function put(name: string, content: string | Uint8Array): Promise<string> {
    const path = posix.join(output, name)
    await writeFile(join(workspace, path), content)
    return path
  }

  return {
    async write(url, result) {
      const name = nameOf(url, taken)
      const paths: string[] = []
      for (const [extension, content] of partsOf(result))
        paths.push(await put(`${name}.${extension}`, content))
      return paths
    },
    writeIndex: (pages) => put('index.json', `${JSON.stringify(pages, null, 2)}\n`),
  }
}

function* partsOf(result: PageResult): Generator<[extension: string, content: string | Uint8Array]> {
  const { content, raw_encoding } = result
  const data = result.extraction_result ?? result.filtered_content
  if (data !== undefined && data !== null) yield ['data.json', pretty(data)]
  if (typeof content === 'string') return yield ['md', content]
  for (const [format, value] of Object.entries(content)) {
    if (value === undefined || value === null) continue
    if (format === 'raw' && typeof value === 'string')
      yield ['raw', raw_encoding === 'base64' ? Buffer.from(value, 'base64') : value]
    else if (typeof value === 'string') yield [EXTENSIONS[format] ?? `${format}.txt`, value]
    else yield [`${format}.json`, pretty(value)]
  }
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/**
 * A name that no address can lead out of the folder by, or make hidden. Those of addresses that would have the same name end with
 * a hash of the address; case does not tell names apart on every disk.
 */
function nameOf(url: string, taken: Set<string>): string {
  const readable = url
    .replace(/^https?:\/\//i, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MOST_NAME_CHARS)
  const hash = createHash('sha256').update(url).digest('hex').slice(0, HASH_CHARS)
  let name = readable
  for (let copies = 1; name === '' || name === 'index' || taken.has(name.toLowerCase()); copies++)
    name = [readable || 'page', hash, ...(copies > 1 ? [copies] : [])].join('-')
  taken.add(name.toLowerCase())
  return name
}
