import { isPixelImage, isUnwantedType, mediaType } from './content-types.ts'
import { sniff } from './sniff.ts'
import type { TargetResponse } from './verdict.ts'

export type Content = { kind: 'markup' | 'other' } | { kind: 'unsupported'; detail: string }

/** Media types whose body is read as a page. */
const MARKUP_TYPES: ReadonlySet<string> = new Set(['', 'text/html', 'application/xhtml+xml', 'text/plain'])
/** Types that servers send for lack of a better one: the bytes decide alone. */
const VAGUE_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
  'application/force-download',
  'application/x-download',
])

/** The kind of content, by its Content-Type and by its bytes; the bytes win where their signature is clear. */
export function contentOf(response: TargetResponse): Content {
  const content = readableContent(response)
  return content.kind === 'unsupported' && response.takesFiles ? { kind: 'other' } : content
}

function readableContent({ headers, body, mode }: TargetResponse): Content {
  const type = mediaType(headers['content-type'])
  const { kind, name } = sniff(body)
  if (kind === 'image')
    return mode === 'ocr' ? { kind: 'other' } : { kind: 'unsupported', detail: imageDetail(name) }
  if (kind === 'document') return { kind: 'other' }
  if (kind !== 'text' && (VAGUE_TYPES.has(type) || kind !== 'data' || MARKUP_TYPES.has(type))) {
    return { kind: 'unsupported', detail: `The target sent ${name}` }
  }
  // A page under a file's name is a page all the same; a drawing is markup, and still nothing to read.
  const isPage = !type.startsWith('image/') && /^\s*<(!doctype|html|head|body)/i.test(startOf(body))
  if (isUnwantedType(type, { mode }) && !isPage) {
    return { kind: 'unsupported', detail: isPixelImage(type) ? imageDetail(type) : `The target sent ${type}` }
  }
  if (isPage) return { kind: 'markup' }
  return { kind: MARKUP_TYPES.has(type) || VAGUE_TYPES.has(type) ? 'markup' : 'other' }
}

/** What may be read after all is named with how. */
function imageDetail(name: string): string {
  return `The target sent ${name}; mode "ocr" reads the text in images, and formats ["bytes"] gives it as it is`
}

function startOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 200)).toString('latin1')
}
