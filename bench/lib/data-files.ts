import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export function readGzip(file: string): Uint8Array {
  return new Uint8Array(gunzipSync(readFileSync(file)))
}

export function readGzipText(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8')
}

export function readGzipJson<T>(file: string): T {
  return JSON.parse(readGzipText(file)) as T
}

/** The names of the packed pages of a folder, in order, without what they end in. */
export function listPages(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html.gz'))
    .map((file) => file.slice(0, -'.html.gz'.length))
    .sort()
}
