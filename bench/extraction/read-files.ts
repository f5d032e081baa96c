import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export function readGzip(file: string): Uint8Array {
  return new Uint8Array(gunzipSync(readFileSync(file)))
}

export function readGzipJson<T>(file: string): T {
  return JSON.parse(Buffer.from(readGzip(file)).toString('utf8')) as T
}

export function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

/** The names of the packed pages of a folder, without what they end in. */
export function listPages(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html.gz'))
    .map((file) => file.slice(0, -'.html.gz'.length))
}
