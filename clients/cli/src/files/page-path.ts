import { createHash } from 'node:crypto'

/** Bytes of a name; file systems take 255. */
const MOST_BYTES = 80
const MOST_FOLDERS = 20
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** Names that are made here. */
const HASHED = /-[0-9a-f]{8}$/
/** A folder of such a name could be the file of another page. */
const LIKE_A_FILE = /\.(?:md|txt|html|json|jsonl|xml|pdf|png|bin)$/i

/**
 * Where a page is kept: `example.com/guide/intro.md`. It depends on the address alone, holds no character that a file system or a shell
 * treats specially, and never leaves the folder that it is put into. An address that a path cannot say in full (a query, a capital, a name
 * that is too long) has the beginning of its hash in its name.
 */
export function pagePath(address: string, ending: string): string {
  const url = new URL(address)
  const segments = url.pathname.split('/').slice(1)
  const last = segments.pop() ?? ''
  const folders = segments.filter((segment) => segment !== '')
  const inFull = [
    ...folders.slice(0, MOST_FOLDERS).map((segment) => safeName(segment, LIKE_A_FILE)),
    ...(last === '' ? ['index'] : [safeName(last, /^index$/)]),
  ]
  const isWhole =
    inFull.every((name) => name !== undefined) &&
    folders.length === segments.length &&
    folders.length <= MOST_FOLDERS &&
    url.search === '' &&
    url.username === ''
  const names = folders.slice(0, MOST_FOLDERS).map((segment, at) => inFull[at] ?? mendedFolder(segment))
  const file = inFull.at(-1) ?? mended(last)
  return [hostFolder(url), ...names, `${file}${isWhole ? '' : `-${hashOf(address)}`}${ending}`].join('/')
}

function hostFolder(url: URL): string {
  const host = url.hostname
    .replaceAll(/[^a-z0-9.-]/gi, '_')
    .replace(/^[.-]+/, '_')
    .replace(DEVICE, '_$&')
  return `${shortened(host)}${url.port && `_${url.port}`}`
}

/** The name as a segment says it; undefined when it cannot be kept as it is. */
function safeName(segment: string, besides: RegExp): string | undefined {
  const name = decoded(segment)
  const isSafe =
    /^[\p{Ll}\p{Lo}\p{M}\p{N}_~][\p{Ll}\p{Lo}\p{M}\p{N}_~.-]*$/u.test(name) &&
    !name.endsWith('.') &&
    !DEVICE.test(name) &&
    !HASHED.test(name) &&
    !besides.test(name) &&
    name === name.normalize('NFC') &&
    Buffer.byteLength(name) <= MOST_BYTES
  return isSafe ? name : undefined
}

/** What can be kept of a folder's name; it is another one than that of a segment which needed no mending. */
function mendedFolder(segment: string): string {
  return `${mended(segment)}-${hashOf(segment)}`
}

function mended(segment: string): string {
  return shortened(
    decoded(segment)
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}_~.-]+/gu, '_')
      .replace(/^[.-]+/, '_')
      .replace(/\.+$/, '')
      .replace(DEVICE, '_$&') || '_',
  )
}

function shortened(name: string): string {
  let kept = name
  while (Buffer.byteLength(kept) > MOST_BYTES) kept = [...kept].slice(0, -1).join('')
  return kept
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
