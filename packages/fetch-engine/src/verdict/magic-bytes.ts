/** What the first bytes of a body say it is. */
export type Kind = 'image' | 'media' | 'archive' | 'program' | 'font' | 'data' | 'document' | 'text'

interface Magic {
  kind: Kind
  /** What callers read. */
  name: string
  bytes: string
  offset?: number
}

/** Signatures as latin-1 text. Source: the WHATWG MIME Sniffing standard and the file(1) database. */
const MAGIC: readonly Magic[] = [
  { kind: 'document', name: 'PDF', bytes: '%PDF-' },
  { kind: 'image', name: 'a PNG image', bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', name: 'a JPEG image', bytes: '\xff\xd8\xff' },
  { kind: 'image', name: 'a GIF image', bytes: 'GIF8' },
  { kind: 'image', name: 'a WebP image', bytes: 'WEBP', offset: 8 },
  { kind: 'image', name: 'a TIFF image', bytes: 'II*\x00' },
  { kind: 'image', name: 'a TIFF image', bytes: 'MM\x00*' },
  { kind: 'image', name: 'an icon', bytes: '\x00\x00\x01\x00' },
  { kind: 'image', name: 'an AVIF image', bytes: 'ftypavif', offset: 4 },
  { kind: 'image', name: 'a HEIC image', bytes: 'ftypheic', offset: 4 },
  { kind: 'image', name: 'a JPEG XL image', bytes: '\xff\x0a' },
  { kind: 'media', name: 'a video', bytes: 'ftyp', offset: 4 },
  { kind: 'media', name: 'a video', bytes: '\x1aE\xdf\xa3' },
  { kind: 'media', name: 'a video', bytes: 'AVI ', offset: 8 },
  { kind: 'media', name: 'a sound', bytes: 'WAVE', offset: 8 },
  { kind: 'media', name: 'a sound', bytes: 'ID3' },
  { kind: 'media', name: 'a sound', bytes: 'OggS' },
  { kind: 'media', name: 'a sound', bytes: 'fLaC' },
  { kind: 'media', name: 'a video', bytes: 'FLV\x01' },
  { kind: 'archive', name: 'a gzip archive', bytes: '\x1f\x8b\x08' },
  { kind: 'archive', name: 'a bzip2 archive', bytes: 'BZh' },
  { kind: 'archive', name: 'an xz archive', bytes: '\xfd7zXZ\x00' },
  { kind: 'archive', name: 'a zstd archive', bytes: '\x28\xb5\x2f\xfd' },
  { kind: 'archive', name: 'a 7z archive', bytes: '7z\xbc\xaf\x27\x1c' },
  { kind: 'archive', name: 'a RAR archive', bytes: 'Rar!\x1a\x07' },
  { kind: 'archive', name: 'a tar archive', bytes: 'ustar', offset: 257 },
  { kind: 'archive', name: 'a Debian package', bytes: '!<arch>\n' },
  { kind: 'program', name: 'a Windows program', bytes: 'MZ\x90\x00' },
  { kind: 'program', name: 'a Linux program', bytes: '\x7fELF' },
  { kind: 'program', name: 'a macOS program', bytes: '\xcf\xfa\xed\xfe' },
  { kind: 'program', name: 'a Java class', bytes: '\xca\xfe\xba\xbe' },
  { kind: 'program', name: 'WebAssembly', bytes: '\x00asm' },
  { kind: 'font', name: 'a font', bytes: 'wOFF' },
  { kind: 'font', name: 'a font', bytes: 'wOF2' },
  { kind: 'font', name: 'a font', bytes: 'OTTO\x00' },
  { kind: 'data', name: 'a SQLite database', bytes: 'SQLite format 3\x00' },
  { kind: 'data', name: 'a Parquet file', bytes: 'PAR1' },
]

/** Zip files that are documents which can be read: the entry names (or mimetype) near their start. */
const READABLE_ZIPS =
  /\[Content_Types\]\.xml|word\/|xl\/|ppt\/|_rels\/\.rels|mimetypeapplication\/(epub\+zip|vnd\.oasis\.opendocument)/
const ZIP_LOOK = 4_096
/** So much of a body is looked at for bytes that no text has. */
const TEXT_LOOK = 1_024

/** What a body is by its own bytes; `text` when nothing speaks against it. */
export function sniff(body: Uint8Array): { kind: Kind; name: string } {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, ZIP_LOOK)).toString('latin1')
  if (start.startsWith('PK\x03\x04')) {
    const isDocument = READABLE_ZIPS.test(start)
    return isDocument ? { kind: 'document', name: 'a document' } : { kind: 'archive', name: 'a zip archive' }
  }
  const magic = MAGIC.find(({ bytes, offset = 0 }) => start.startsWith(bytes, offset))
  if (magic) return magic
  return isBinary(start.slice(0, TEXT_LOOK))
    ? { kind: 'data', name: 'binary data' }
    : { kind: 'text', name: 'text' }
}

/**
 * Bytes that occur in no text, in no 8-bit charset. UTF-16 is told by its mark. Source: MIME Sniffing, section 3; which
 * lets one such byte decide. Real pages carry a stray one now and then, while binary files are full of them.
 */
function isBinary(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return false
  const alien = start.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return alien > start.length * STRAY_SHARE
}

const STRAY_SHARE = 0.01
