import * as words from '../../../words/index.ts'
import { pathOfFile } from './file-link.tsx'

/** A picture of the page, by the signed link that its result has. */
export function Screenshot({ url, title }: { url: string; title: string }) {
  const path = pathOfFile(url)
  return (
    <div class="stack">
      <div class="row">
        <a class="button quiet" href={path} download>
          {words.playground.downloadFile}
        </a>
      </div>
      <img class="picture-of-page" src={path} alt={title} />
    </div>
  )
}
