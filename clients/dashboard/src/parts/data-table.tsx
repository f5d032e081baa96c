import { useVirtualizer } from '@tanstack/react-virtual'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useLocation } from 'wouter'
import './data-table.css'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ComponentChildren
  /** Numbers stand on the right. */
  numeric?: boolean
  /** As CSS writes a track of a grid; default: its share of what is left. */
  width?: string
  /** Left out where there is little room. */
  optional?: boolean
}

const ROW_PIXELS = 36
const ROWS_AROUND = 12

/**
 * A table of any length: only rows in sight are in the page. Arrow keys, Home and End move along the rows, Enter opens one.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  hrefOf,
  onEnd,
  empty,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Where a row leads. */
  hrefOf?: (row: Row) => string
  /** Called when the last rows come into sight. */
  onEnd?: () => void
  empty?: ComponentChildren
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPixels(),
    overscan: ROWS_AROUND,
  })
  const items = virtual.getVirtualItems()
  if (rows && onEnd && (items.at(-1)?.index ?? -1) >= rows.length - ROWS_AROUND) queueMicrotask(onEnd)
  if (rows?.length === 0 && empty) return <>{empty}</>

  const tracks = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ')
  return (
    <div class="table-frame" ref={frame} tabIndex={0}>
      <div
        class="table"
        role="table"
        aria-label={label}
        aria-rowcount={rows?.length ?? -1}
        ref={(element) => element?.style.setProperty('--tracks', tracks)}
      >
        <div class="table-row head" role="row">
          {columns.map((column) => (
            <span key={column.key} role="columnheader" class={classOf(column)}>
              {column.title}
            </span>
          ))}
        </div>
        {rows === undefined && <Skeleton columns={columns} />}
        <div
          class="table-body"
          role="rowgroup"
          ref={(element) => element?.style.setProperty('height', `${virtual.getTotalSize()}px`)}
        >
          {items.map((item) => {
            const row = rows![item.index]!
            const href = hrefOf?.(row)
            return (
              <div
                key={keyOf(row)}
                role="row"
                aria-rowindex={item.index + 2}
                class={href ? 'table-row leads' : 'table-row'}
                tabIndex={href ? 0 : -1}
                ref={(element) => element?.style.setProperty('top', `${item.start}px`)}
                onClick={(event) => href && !isControl(event.target) && navigate(href)}
                onKeyDown={(event) => onKey(event, href, navigate)}
              >
                {columns.map((column) => (
                  <span key={column.key} role="cell" class={classOf(column)}>
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function rowPixels(): number {
  return (
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || ROW_PIXELS
  )
}

const classOf = ({ numeric, optional }: { numeric?: boolean; optional?: boolean }) =>
  [numeric && 'number', optional && 'optional'].filter(Boolean).join(' ') || undefined

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, select') !== null

/** What a key leads to: the row that takes the focus. */
const MOVES: Record<string, (row: Element) => Element | null | undefined> = {
  ArrowDown: (row) => row.nextElementSibling,
  ArrowUp: (row) => row.previousElementSibling,
  Home: (row) => row.parentElement?.firstElementChild,
  End: (row) => row.parentElement?.lastElementChild,
}

function onKey(event: KeyboardEvent, href: string | undefined, navigate: (to: string) => void): void {
  if (event.key === 'Enter' && href && !isControl(event.target)) {
    navigate(href)
    return
  }
  const next = MOVES[event.key]?.(event.currentTarget as Element)
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}

const SKELETON_ROWS = 8

function Skeleton({ columns }: { columns: readonly { key: string }[] }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} class="table-row skeleton">
          {columns.map(({ key }) => (
            <span key={key}>
              <i />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
