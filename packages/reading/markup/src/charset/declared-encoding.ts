import sniffEncoding from 'html-encoding-sniffer'
import { codePageOfLabel, encodingOfLabel } from './decode-as.ts'

/** Where declarations are looked for. The standard scans 1 KB; browsers go on when a later `<meta>` says otherwise. */
const PRESCAN_BYTES = 16 * 1024

/** The encoding that the header, a `<meta>` or the XML declaration of the first 16 KB names; the header wins. */
export function declaredEncoding(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const label = contentType && /charset\s*=\s*["']?([^"';,\s]+)/i.exec(contentType)?.[1]
  const name = sniffEncoding(bytes.subarray(0, PRESCAN_BYTES), {
    maxPrescanBytes: PRESCAN_BYTES,
    transportLayerEncodingLabel: label || undefined,
    defaultEncoding: '',
  })
  // The standard's `replacement` and `x-user-defined` are no text encodings.
  return encodingOfLabel(name) ?? codePageOfLabel(label || labelInMeta(bytes))
}

/** The label that a `<meta>` gives, of those that the standard does not know. */
function labelInMeta(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString(
    'latin1',
  )
  return /<meta\b[^<>]{0,200}?\bcharset\s{0,9}=\s{0,9}["']?([\w-]{3,20})/i.exec(head)?.[1] ?? ''
}
