import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatNumber } from '../../../parts/amounts.tsx'
import { Button } from '../../../parts/button.tsx'
import * as words from '../../../words/index.ts'

/** The first of many; the rest is made when it is asked for. */
export function More<Item>({
  items,
  step,
  children,
}: {
  items: readonly Item[]
  step: number
  children: (shown: readonly Item[]) => ComponentChildren
}) {
  const [count, setCount] = useState(step)
  return (
    <>
      {children(items.slice(0, count))}
      {items.length > count && (
        <div class="row">
          <Button onClick={() => setCount(count + step)}>{words.common.more}</Button>
          <span class="muted small">{words.playground.notShown(formatNumber(items.length - count))}</span>
        </div>
      )}
    </>
  )
}
