import sniffEncoding from 'html-encoding-sniffer'
import { encodingOfLabel } from './decode-as.ts'

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
  return encodingOfLabel(name)
}
