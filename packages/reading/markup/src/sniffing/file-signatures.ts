/** What the first bytes of a body say it is. */
export type FileKind = 'image' | 'media' | 'archive' | 'program' | 'font' | 'data' | 'document'

export interface FileSignature {
  kind: FileKind
  /** MIME type. */
  type: string
  /** For messages. */
  name: string
  /** As latin-1 text. */
  bytes: string
  /** Where they stand. Default 0. */
  offset?: number
  /** What the file starts with, where `bytes` stand further in. */
  start?: string
}

/** Of several that fit, the first. Source: the WHATWG MIME Sniffing standard and the file(1) database. */
const SIGNATURES: readonly FileSignature[] = [
  { kind: 'document', type: 'application/pdf', name: 'PDF', bytes: '%PDF-' },
  { kind: 'image', type: 'image/png', name: 'a PNG image', bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', type: 'image/jpeg', name: 'a JPEG image', bytes: '\xff\xd8\xff' },
  { kind: 'image', type: 'image/gif', name: 'a GIF image', bytes: 'GIF8' },
  { kind: 'image', type: 'image/webp', name: 'a WebP image', bytes: 'WEBP', offset: 8, start: 'RIFF' },
  { kind: 'image', type: 'image/tiff', name: 'a TIFF image', bytes: 'II*\0' },
  { kind: 'image', type: 'image/tiff', name: 'a TIFF image', bytes: 'MM\0*' },
  { kind: 'image', type: 'image/x-icon', name: 'an icon', bytes: '\0\0\x01\0' },
  { kind: 'image', type: 'image/avif', name: 'an AVIF image', bytes: 'ftypavif', offset: 4 },
  { kind: 'image', type: 'image/heic', name: 'a HEIC image', bytes: 'ftypheic', offset: 4 },
  { kind: 'image', type: 'image/jxl', name: 'a JPEG XL image', bytes: '\xff\x0a' },
  { kind: 'media', type: 'video/mp4', name: 'a video', bytes: 'ftyp', offset: 4 },
  { kind: 'media', type: 'video/webm', name: 'a video', bytes: '\x1aE\xdf\xa3' },
  { kind: 'media', type: 'video/x-msvideo', name: 'a video', bytes: 'AVI ', offset: 8, start: 'RIFF' },
  { kind: 'media', type: 'audio/wav', name: 'a sound', bytes: 'WAVE', offset: 8, start: 'RIFF' },
  { kind: 'media', type: 'audio/mpeg', name: 'a sound', bytes: 'ID3' },
  { kind: 'media', type: 'audio/ogg', name: 'a sound', bytes: 'OggS' },
  { kind: 'media', type: 'audio/flac', name: 'a sound', bytes: 'fLaC' },
  { kind: 'media', type: 'video/x-flv', name: 'a video', bytes: 'FLV\x01' },
  { kind: 'archive', type: 'application/zip', name: 'a zip archive', bytes: 'PK\x03\x04' },
  { kind: 'archive', type: 'application/gzip', name: 'a gzip archive', bytes: '\x1f\x8b\x08' },
  { kind: 'archive', type: 'application/x-bzip2', name: 'a bzip2 archive', bytes: 'BZh' },
  { kind: 'archive', type: 'application/x-xz', name: 'an xz archive', bytes: '\xfd7zXZ\0' },
  { kind: 'archive', type: 'application/zstd', name: 'a zstd archive', bytes: '\x28\xb5\x2f\xfd' },
  { kind: 'archive', type: 'application/x-7z-compressed', name: 'a 7z archive', bytes: '7z\xbc\xaf\x27\x1c' },
  { kind: 'archive', type: 'application/vnd.rar', name: 'a RAR archive', bytes: 'Rar!\x1a\x07' },
  { kind: 'archive', type: 'application/x-tar', name: 'a tar archive', bytes: 'ustar', offset: 257 },
  { kind: 'archive', type: 'application/x-debian-package', name: 'a Debian package', bytes: '!<arch>\n' },
  { kind: 'program', type: 'application/x-msdownload', name: 'a Windows program', bytes: 'MZ\x90\0' },
  { kind: 'program', type: 'application/x-executable', name: 'a Linux program', bytes: '\x7fELF' },
  { kind: 'program', type: 'application/x-mach-binary', name: 'a macOS program', bytes: '\xcf\xfa\xed\xfe' },
  { kind: 'program', type: 'application/java-vm', name: 'a Java class', bytes: '\xca\xfe\xba\xbe' },
  { kind: 'program', type: 'application/wasm', name: 'WebAssembly', bytes: '\0asm' },
  { kind: 'font', type: 'font/woff', name: 'a font', bytes: 'wOFF' },
  { kind: 'font', type: 'font/woff2', name: 'a font', bytes: 'wOF2' },
  { kind: 'font', type: 'font/otf', name: 'a font', bytes: 'OTTO\0' },
  { kind: 'data', type: 'application/vnd.sqlite3', name: 'a SQLite database', bytes: 'SQLite format 3\0' },
  { kind: 'data', type: 'application/x-parquet', name: 'a Parquet file', bytes: 'PAR1' },
  // Word and PowerPoint wrote such files as well; of them only workbooks and messages can be read.
  {
    kind: 'data',
    type: 'application/vnd.ms-excel',
    name: 'an old Office document',
    bytes: '\xd0\xcf\x11\xe0',
  },
]

/** So many bytes hold every signature. */
const LONGEST = 512

const OUTLOOK_MESSAGE: FileSignature = {
  kind: 'document',
  type: 'application/vnd.ms-outlook',
  name: 'an Outlook message',
  bytes: '\xd0\xcf\x11\xe0',
}
/** A file that each message has, as the directory of such a file names it. */
const MESSAGE_PROPERTIES = Buffer.from('__properties_version1.0', 'utf16le')

/** The signature that a body begins with; undefined for text, and for what is not known. */
export function fileSignature(body: Uint8Array): FileSignature | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const head = bytes.subarray(0, LONGEST).toString('latin1')
  if (head.startsWith(OUTLOOK_MESSAGE.bytes) && bytes.includes(MESSAGE_PROPERTIES)) return OUTLOOK_MESSAGE
  return SIGNATURES.find(
    ({ bytes: signed, offset = 0, start = '' }) => head.startsWith(signed, offset) && head.startsWith(start),
  )
}
