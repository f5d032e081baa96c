/**
 * Endings of files that are no pages: nothing can be read of them, or they are parts of pages. Documents (PDF, office, text,
 * CSV, JSON, XML) are pages.
 */
const NO_PAGES: ReadonlySet<string> = new Set(
  [
    'png jpg jpeg jpe jfif gif webp avif svg svgz ico bmp tif tiff heic heif psd ai eps raw cr2 nef dng',
    'mp3 m4a aac ogg oga opus wav flac wma mid midi aif aiff',
    'mp4 m4v mov avi mkv webm wmv flv mpg mpeg ogv 3gp m3u8 vtt srt swf',
    'zip gz tgz bz2 tbz xz txz zst 7z rar tar lz lzma br cab iso img dmg jar war ear whl egg gem crate nupkg vsix xpi crx',
    'exe msi msix apk aab ipa deb rpm pkg appimage bin dll so dylib a o class pyc wasm sig asc sha256 sha512 md5 torrent',
    'css scss less map mjs webmanifest woff woff2 ttf otf eot',
    'sqlite sqlite3 parquet arrow h5 hdf5 npy npz pkl safetensors gguf onnx',
  ].flatMap((line) => line.split(' ')),
)

/** The ending that tells that an address is no page; undefined for what may be one. */
export function fileType(pathname: string): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  // A name with a colon is an article about the file (`File:Map.png`), one that is all ending is a folder's setting.
  if (dot <= 0 || name.includes(':')) return undefined
  const ending = name.slice(dot + 1).toLowerCase()
  // `Node.js` is a subject, `main.js` a script.
  if (ending === 'js') return /^[A-Z]/.test(name) ? undefined : ending
  return NO_PAGES.has(ending) ? ending : undefined
}
