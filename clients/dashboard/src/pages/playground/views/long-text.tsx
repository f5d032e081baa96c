import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'preact/hooks'
import { piecesOf } from './pieces.ts'

const PIECE_CHARS = 3_000
const PIECE_PIXELS = 800

/** A text of any length as it is: only what is in sight is in the page. */
export function LongText({ text, label }: { text: string; label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const pieces = useMemo(() => piecesOf(text, PIECE_CHARS), [text])
  const virtual = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => frame.current,
    estimateSize: () => PIECE_PIXELS,
    overscan: 1,
  })
  return (
    <div ref={frame} class="long-text" tabIndex={0} role="group" aria-label={label}>
      <div ref={(element) => element?.style.setProperty('height', `${virtual.getTotalSize()}px`)}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <pre
            key={key}
            data-index={index}
            ref={(element) => {
              element?.style.setProperty('transform', `translateY(${start}px)`)
              virtual.measureElement(element)
            }}
          >
            {pieces[index]}
          </pre>
        ))}
      </div>
    </div>
  )
}
