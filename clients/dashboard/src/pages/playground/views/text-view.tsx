import { saveFile } from '../../../api/save-file.ts'
import { formatBytes } from '../../../parts/amounts.tsx'
import { Button } from '../../../parts/button.tsx'
import { CopyButton } from '../../../parts/copyable.tsx'
import { MarkdownView } from '../../../parts/markdown-view.tsx'
import * as words from '../../../words/index.ts'
import { LongText } from './long-text.tsx'
import { More } from './more.tsx'
import { piecesOf } from './pieces.ts'

/** Copies a text, or keeps it as a file. */
export function TakeAway({ text, name, type }: { text: () => string; name: string; type: string }) {
  return (
    <div class="row">
      <CopyButton text={text} />
      <Button kind="quiet" onClick={() => saveFile(new Blob([text()], { type }), name)}>
        {words.playground.download(name)}
      </Button>
    </div>
  )
}

/** A text as it is. */
export function SourceView({ text, name }: { text: string; name: string }) {
  return (
    <div class="stack">
      <div class="row">
        <TakeAway text={() => text} name={name} type="text/plain" />
        <span class="muted small">{formatBytes(text.length)}</span>
      </div>
      <LongText text={text} label={name} />
    </div>
  )
}

/** So much Markdown is drawn at once, in characters. */
const PIECE_CHARS = 60_000

/** Markdown as people read it; a long one piece by piece. */
export function RenderedView({ text }: { text: string }) {
  if (!text.trim()) return <p class="muted">{words.playground.noText}</p>
  return (
    <More items={piecesOf(text, PIECE_CHARS)} step={1}>
      {(pieces) => pieces.map((piece, index) => <MarkdownView key={index} text={piece} />)}
    </More>
  )
}
