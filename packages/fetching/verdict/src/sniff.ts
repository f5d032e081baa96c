import { type FileKind, fileSignature } from '@gleaner/markup/file-signatures'

export type Kind = FileKind | 'text'

/** Zip files that are documents which can be read: the entry names (or mimetype) near their start. */
const READABLE_ZIPS =
  /\[Content_Types\]\.xml|word\/|xl\/|ppt\/|_rels\/\.rels|mimetypeapplication\/(epub\+zip|vnd\.oasis\.opendocument)/
const ZIP_LOOK = 4_096
/** So many bytes of a body are searched for those that no text has. */
const TEXT_LOOK = 1_024

/** What a body is by its own bytes; `text` when nothing speaks against it. */
export function sniff(body: Uint8Array): { kind: Kind; name: string } {
  const signature = fileSignature(body)
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, ZIP_LOOK)).toString('latin1')
  if (signature?.type === 'application/zip' && READABLE_ZIPS.test(start))
    return { kind: 'document', name: 'a document' }
  if (signature) return signature
  return isBinary(start.slice(0, TEXT_LOOK))
    ? { kind: 'data', name: 'binary data' }
    : { kind: 'text', name: 'text' }
}

/**
 * Bytes that occur in no text, in no 8-bit charset. UTF-16 is known by its byte order mark. Source: MIME Sniffing,
 * section 3; which lets one such byte decide. Real pages carry a stray one now and then, while binary files are full of
 * them.
 */
function isBinary(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return false
  const alien = start.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return alien > start.length * STRAY_SHARE
}

const STRAY_SHARE = 0.01
