import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'preact/hooks'
import * as words from '../../../words/index.ts'
import type { OutlineNode } from './messages.ts'

const ROW_PIXELS = 28
/** Levels that are open at first. */
const OPEN_LEVELS = 6

/** The elements of a page as a tree, for whoever points by keyboard: arrows move, open and close, Enter takes. */
export function ElementTree({
  outline,
  onPoint,
  onMark,
}: {
  outline: readonly OutlineNode[]
  onPoint: (node: number) => void
  onMark: (node: number | undefined) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        outline.filter(({ level, within }) => level >= OPEN_LEVELS && within > 0).map(({ node }) => node),
      ),
  )
  const [current, setCurrent] = useState(0)
  const visible = useMemo(() => visibleOf(outline, closed), [outline, closed])
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 10,
  })
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(visible.length - 1, index))
    setCurrent(next)
    virtual.scrollToIndex(next)
    onMark(visible[next]?.node)
  }
  const setOpen = ({ node }: OutlineNode, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(node)
    else next.add(node)
    setClosed(next)
  }
  const keys: Record<string, (entry: OutlineNode) => void> = {
    ArrowDown: () => moveTo(current + 1),
    ArrowUp: () => moveTo(current - 1),
    Home: () => moveTo(0),
    End: () => moveTo(visible.length - 1),
    ArrowRight: (entry) =>
      entry.within > 0 && closed.has(entry.node) ? setOpen(entry, true) : moveTo(current + 1),
    ArrowLeft: (entry) =>
      entry.within > 0 && !closed.has(entry.node)
        ? setOpen(entry, false)
        : moveTo(visible.findLastIndex(({ level }, at) => at < current && level < entry.level)),
    Enter: ({ node }) => onPoint(node),
    ' ': ({ node }) => onPoint(node),
  }
  return (
    <div
      ref={frame}
      class="element-tree mono"
      role="tree"
      tabIndex={0}
      aria-label={words.pointing.tree}
      aria-activedescendant={visible[current] && rowId(visible[current])}
      onFocus={() => onMark(visible[current]?.node)}
      onBlur={() => onMark(undefined)}
      onKeyDown={(event) => {
        const entry = visible[current]
        const act = keys[event.key]
        if (!entry || !act) return
        event.preventDefault()
        act(entry)
      }}
    >
      <div
        role="presentation"
        class="element-rows"
        ref={(element) => element?.style.setProperty('height', `${virtual.getTotalSize()}px`)}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const entry = visible[index]!
          const hasMore = entry.within > 0
          return (
            <div
              key={entry.node}
              id={rowId(entry)}
              role="treeitem"
              class={index === current ? 'element-row current' : 'element-row'}
              aria-level={entry.level + 1}
              aria-selected={index === current}
              {...(hasMore && { 'aria-expanded': !closed.has(entry.node) })}
              ref={(element) => {
                element?.style.setProperty('top', `${start}px`)
                element?.style.setProperty('--level', String(Math.min(entry.level, 20)))
              }}
              onMouseEnter={() => onMark(entry.node)}
              onClick={() => {
                setCurrent(index)
                onPoint(entry.node)
              }}
            >
              <span
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation()
                  if (hasMore) setOpen(entry, closed.has(entry.node))
                }}
              >
                {hasMore ? (closed.has(entry.node) ? '▸' : '▾') : '·'}
              </span>
              <b>{entry.tag}</b> <span class="muted">{entry.text}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const rowId = ({ node }: OutlineNode) => `element-${node}`

/** Without what is within closed ones. */
function visibleOf(outline: readonly OutlineNode[], closed: ReadonlySet<number>): OutlineNode[] {
  const visible: OutlineNode[] = []
  for (let at = 0; at < outline.length; at++) {
    const entry = outline[at]!
    visible.push(entry)
    if (closed.has(entry.node)) at += entry.within
  }
  return visible
}
