declare module 'html-encoding-sniffer' {
  /** The encoding by byte order mark, transport layer, `<meta>` and XML declaration, as the HTML standard names it. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: {
      xml?: boolean
      transportLayerEncodingLabel?: string | undefined
      defaultEncoding?: string
      maxPrescanBytes?: number
    },
  ): string
}
