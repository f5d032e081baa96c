import { readdirSync, readFileSync } from 'node:fs'
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
