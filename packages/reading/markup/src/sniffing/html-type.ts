import { sniffWide } from '../charset/read-bom.ts'
import { fileSignature } from './file-signatures.ts'

export type HtmlType = 'text/html' | 'application/xhtml+xml'

/**
 * Whether a body is a web page, and of which kind. What the bytes show outweighs the `Content-Type`: pages are sent
 * as plain text or without a type, and PDF files as pages. In the spirit of https://mimesniff.spec.whatwg.org.
 */
export function htmlType(bytes: Uint8Array, contentType: string | undefined): HtmlType | undefined {
  const declared = (contentType ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase()
  if (fileSignature(bytes)) return undefined
  const start = textStart(bytes)
  if (declared === 'application/xhtml+xml') return declared
  if (declared === 'text/html' || PAGE_START.test(start)) return 'text/html'
  return VAGUE.has(declared) && TAG_START.test(start) ? 'text/html' : undefined
}

/** Types that servers send when they do not know. */
const VAGUE: ReadonlySet<string> = new Set(['', '*/*', 'application/octet-stream', 'unknown/unknown'])

const PAGE_START = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i

/** https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type */
const TAG_START = /^<(?:script|iframe|h1|div|font|table|a|style|title|b|br|p|!--)[\s>]/i

/** The first characters, without a byte order mark and white space. */
function textStart(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const text = sniffWide(bytes) ? head.replaceAll('\0', '') : head
  return text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart()
}
