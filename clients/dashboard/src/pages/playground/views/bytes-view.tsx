import { saveFile } from '../../../api/save-file.ts'
import { formatBytes } from '../../../parts/amounts.tsx'
import { Button } from '../../../parts/button.tsx'
import { Copyable } from '../../../parts/copyable.tsx'
import * as words from '../../../words/index.ts'
import { pathOfFile } from './file-link.tsx'

/** The format `bytes`. */
export interface PageBytes {
  content_type: string
  size_bytes: number
  sha256: string
  base64?: string
  url?: string
}

/** A body as it came: what it is, and the way to have it. It is never shown as what it says that it is. */
export function BytesView({ bytes }: { bytes: PageBytes }) {
  const { content_type, size_bytes, sha256, base64, url } = bytes
  return (
    <div class="stack">
      <dl class="facts">
        <dt>{words.playground.facts.type}</dt>
        <dd class="mono">{content_type}</dd>
        <dt>{words.playground.facts.size}</dt>
        <dd>{formatBytes(size_bytes)}</dd>
        <dt>SHA-256</dt>
        <dd>
          <Copyable text={sha256} />
        </dd>
      </dl>
      {base64 !== undefined && <SaveBase64 base64={base64} />}
      {url && (
        <a class="button" href={pathOfFile(url)} download>
          {words.playground.downloadFile}
        </a>
      )}
    </div>
  )
}

export function SaveBase64({ base64 }: { base64: string }) {
  return (
    <div class="row">
      <Button
        onClick={() =>
          saveFile(
            new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], {
              type: 'application/octet-stream',
            }),
            'page.bin',
          )
        }
      >
        {words.playground.downloadFile}
      </Button>
    </div>
  )
}
