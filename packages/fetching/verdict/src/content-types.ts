import type { Mode } from '@gleaner/contracts'

/** Kinds of content that nothing can be read from, by the start of the media type. Source: IANA media types registry. */
const UNREADABLE_PREFIXES = [
  'image/',
  'video/',
  'audio/',
  'font/',
  'model/',
  'chemical/',
  'application/font-',
]

/** The same, whole media types: archives, programs, disk images, streams. */
const UNREADABLE_TYPES: ReadonlySet<string> = new Set([
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/x-gtar',
  'application/x-bzip2',
  'application/x-xz',
  'application/zstd',
  'application/x-7z-compressed',
  'application/vnd.rar',
  'application/x-rar-compressed',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x-apple-diskimage',
  'application/x-iso9660-image',
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/vnd.microsoft.portable-executable',
  'application/x-executable',
  'application/x-sharedlib',
  'application/x-mach-binary',
  'application/x-debian-package',
  'application/vnd.debian.binary-package',
  'application/x-rpm',
  'application/x-msi',
  'application/wasm',
  'application/x-shockwave-flash',
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'application/dash+xml',
  'application/x-bittorrent',
  'application/vnd.ms-fontobject',
  'application/x-protobuf',
  'application/vnd.sqlite3',
  'application/x-sqlite3',
  'application/x-parquet',
])

/** Image types whose pixels can be read by OCR; a drawing made of markup has none. */
export const isPixelImage = (type: string) => type.startsWith('image/') && type !== 'image/svg+xml'

/** `Content-Type` without its parameters, lower case; empty when absent. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase()
}

/** What Chromium shows as a document of elements; everything else is delivered as it came. */
const RENDERED_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** Whether a response with these headers becomes a page that a DOM can be read from. */
export function isRendered(headers: Record<string, string>): boolean {
  // Chromium would save an attachment to disk, whatever its type.
  const isAttachment = /^\s*attachment/i.test(headers['content-disposition'] ?? '')
  return RENDERED_TYPES.has(mediaType(headers['content-type'])) && !isAttachment
}

/** Whether the type alone says that the body cannot be delivered, so that it need not be loaded. */
export function isUnwantedType(
  contentType: string | undefined,
  { mode, takesFiles }: { mode?: Mode | undefined; takesFiles?: boolean | undefined },
): boolean {
  if (takesFiles) return false
  const type = mediaType(contentType)
  if (mode === 'ocr' && isPixelImage(type)) return false
  return UNREADABLE_TYPES.has(type) || UNREADABLE_PREFIXES.some((prefix) => type.startsWith(prefix))
}
