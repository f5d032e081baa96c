import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteAccess } from '@gleaner/maps'
import { ALLOW_ALL } from '@gleaner/site-files/robots'

export const ORIGIN = 'https://docs.test'

export interface FolderSite extends SiteAccess {
  /** Paths of the pages that were asked for. */
  readonly read: ReadonlySet<string>
}

/** A folder of HTML as a site that has no robots.txt, and a sitemap with nothing but these addresses. */
export function createFolderSite(folder: string, paths: readonly string[]): FolderSite {
  const read = new Set<string>()
  return {
    read,
    robots: async () => ({ state: 'missing', policy: ALLOW_ALL }),
    page: async (url) => {
      const path = pathOf(url)
      const file = join(folder, path)
      read.add(path)
      if (!existsSync(file) || statSync(file).isDirectory())
        return { kind: 'none', detail: 'there is no such file' }
      const body = readFileSync(file)
      return { kind: 'page', finalUrl: url, status: 200, contentType: 'text/html; charset=utf-8', body }
    },
    sitemaps: () => {
      const entries = paths.map((path) => ({ url: urlOf(path), source: 'sitemap' as const }))
      const report = {
        found: true,
        files: [{ url: urlOf('sitemap.xml'), entries: entries.length }],
        filesRead: 1,
        entries: entries.length,
        outside: 0,
        invalid: 0,
        filesSkipped: 0,
      }
      return { batches: once(entries), report }
    },
  }
}

export function urlOf(path: string): string {
  return new URL(path.split('/').map(encodeURIComponent).join('/'), `${ORIGIN}/`).href
}

/** The file that an address means. */
export function pathOf(url: string): string {
  const path = unescaped(new URL(url).pathname.slice(1))
  return path === '' || path.endsWith('/') ? `${path}index.html` : path
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch
}
