import * as words from '../../../words/index.ts'
import { JsonTree } from './json-tree.tsx'
import { More } from './more.tsx'

/** The format `rag`: a chunk is `before + markdown.slice(start, end) + after`. */
export interface Rag {
  total_tokens: number
  chunks: {
    index: number
    text: string
    tokens: number
    heading_path: string[]
    start: number
    end: number
    before?: string
    after?: string
  }[]
}

const CHUNKS_AT_ONCE = 40

/** The text with the boundaries of its chunks; what a chunk repeats of the one before is marked. */
export function ChunksView({ rag }: { rag: Rag }) {
  const { chunks, total_tokens } = rag
  return (
    <div class="stack">
      <p class="muted">{words.playground.chunks(chunks.length, total_tokens)}</p>
      <More items={chunks} step={CHUNKS_AT_ONCE}>
        {(shown) => (
          <ol class="chunks">
            {shown.map((chunk, at) => {
              const shared =
                Math.max(0, (chunks[at - 1]?.end ?? 0) - chunk.start) + (chunk.before?.length ?? 0)
              return (
                <li key={chunk.index} class="chunk">
                  <p class="row muted small">
                    <b>{words.playground.chunk(chunk.index + 1)}</b>
                    <span>{words.playground.tokens(String(chunk.tokens))}</span>
                    <span class="mono">
                      {chunk.start}–{chunk.end}
                    </span>
                    <span>{chunk.heading_path.join(' › ')}</span>
                  </p>
                  <pre>
                    {shared > 0 && <mark title={words.playground.shared}>{chunk.text.slice(0, shared)}</mark>}
                    {chunk.text.slice(shared)}
                  </pre>
                </li>
              )
            })}
          </ol>
        )}
      </More>
      <details>
        <summary class="options-summary">{words.playground.asJson}</summary>
        <JsonTree value={rag} name="chunks" />
      </details>
    </div>
  )
}
