/** What a body is, whatever its header says. `type` is the MIME essence that its reader goes by. */
export interface BodyType {
  kind: 'html' | 'document' | 'image' | 'unsupported'
  type: string
}

/**
 * Decides by the first bytes where they are unmistakable, then by the `Content-Type`, then by what text looks like.
 * The spirit of https://mimesniff.spec.whatwg.org, with documents beside the types a browser renders.
 */
export function bodyType(bytes: Uint8Array, contentType: string | undefined): BodyType {
  const declared = essence(contentType)
  const magic = MAGIC.find((known) => matchesAt(bytes, known.bytes, known.at ?? 0))
  if (magic) return fromMagic(magic, declared)

  const start = textStart(bytes)
  if (MARKUP_START.test(start)) return { kind: 'html', type: declared === XHTML ? XHTML : 'text/html' }
  if (declared === 'text/html' || declared === XHTML) return { kind: 'html', type: declared }
  if (declared.startsWith('image/'))
    return { kind: declared === 'image/svg+xml' ? 'document' : 'image', type: declared }
  if (UNSUPPORTED.test(declared)) return { kind: 'unsupported', type: declared }
  if (declared && !UNKNOWN.has(declared)) return { kind: 'document', type: declared }
  return fromText(start, declared)
}

/** `text/html` of `Text/HTML; charset=x`; empty without a header. */
function essence(contentType: string | undefined): string {
  return contentType?.split(/[;,]/, 1)[0]!.trim().toLowerCase() ?? ''
}

const XHTML = 'application/xhtml+xml'
/** Types that servers send when they do not know. */
const UNKNOWN: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'application/unknown',
  'unknown/unknown',
  'text/plain',
  '*/*',
])
const UNSUPPORTED =
  /^(?:audio|video|font)\/|^application\/(?:.*zip.*|x-tar|x-7z.*|x-rar.*|vnd\.rar|.*msdownload|java-archive)$/

interface Magic {
  bytes: number[]
  at?: number
  type: string
}

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

/** https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern and the sections after it; PDF; archives. */
const MAGIC: readonly Magic[] = [
  { bytes: ascii('%PDF-'), type: 'application/pdf' },
  { bytes: [0x89, ...ascii('PNG\r\n\x1a\n')], type: 'image/png' },
  { bytes: [0xff, 0xd8, 0xff], type: 'image/jpeg' },
  { bytes: ascii('GIF8'), type: 'image/gif' },
  { bytes: ascii('WEBP'), at: 8, type: 'image/webp' },
  { bytes: [...ascii('II*'), 0], type: 'image/tiff' },
  { bytes: [...ascii('MM'), 0, 0x2a], type: 'image/tiff' },
  { bytes: ascii('ftypavif'), at: 4, type: 'image/avif' },
  { bytes: ascii('ftyp'), at: 4, type: 'video/mp4' },
  { bytes: [0x1a, 0x45, 0xdf, 0xa3], type: 'video/webm' },
  { bytes: ascii('OggS'), type: 'audio/ogg' },
  { bytes: ascii('ID3'), type: 'audio/mpeg' },
  { bytes: ascii('PK\x03\x04'), type: 'application/zip' },
  { bytes: [0x1f, 0x8b, 0x08], type: 'application/gzip' },
  { bytes: ascii('Rar!\x1a\x07'), type: 'application/vnd.rar' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], type: 'application/x-7z-compressed' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], type: 'application/x-ole-storage' },
]

function fromMagic({ type }: Magic, declared: string): BodyType {
  if (type.startsWith('image/')) return { kind: 'image', type }
  if (type === 'application/pdf') return { kind: 'document', type }
  // Office documents are zip archives (or, older, OLE files) under a name of their own.
  const isOffice =
    declared.includes('officedocument') || declared.includes('opendocument') || declared.includes('ms-')
  const isContainer = type === 'application/zip' || type === 'application/x-ole-storage'
  if (isContainer && isOffice) return { kind: 'document', type: declared }
  return { kind: 'unsupported', type }
}

function matchesAt(bytes: Uint8Array, pattern: readonly number[], at: number): boolean {
  return pattern.every((byte, i) => bytes[at + i] === byte)
}

function textStart(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()
}

const MARKUP_START = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i

function fromText(start: string, declared: string): BodyType {
  if (
    /^<(?:script|iframe|h1|div|font|table|a|style|title|b|br|p|!--)[\s>]/i.test(start) &&
    declared !== 'text/plain'
  ) {
    return { kind: 'html', type: 'text/html' }
  }
  if (/^<\?xml\s/.test(start)) return { kind: 'document', type: 'application/xml' }
  if (/^[{[]\s*["{[\]}\d]/.test(start)) return { kind: 'document', type: 'application/json' }
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(start))
    return { kind: 'unsupported', type: declared || 'application/octet-stream' }
  return { kind: 'document', type: 'text/plain' }
}
