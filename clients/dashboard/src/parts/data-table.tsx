import type { ComponentChildren } from 'preact'
import { useLocation } from 'wouter'
import { useVirtualRows } from './virtual-rows.ts'
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

/** The rest of a list is asked for when so many rows are left below those in sight. */
const ROWS_AHEAD = 24

/** A table of any length: only rows in sight are in the page. Enter opens a row. */
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
  const [, navigate] = useLocation()
  const { frame, virtual, rowAttributes, onMove } = useVirtualRows(rows ?? [], keyOf)
  const items = virtual.getVirtualItems()
  const lastInSight = virtual.range?.endIndex ?? -1
  if (rows && onEnd && lastInSight >= rows.length - ROWS_AHEAD) queueMicrotask(onEnd)
  if (rows?.length === 0 && empty) return <>{empty}</>

  const tracks = tracksOf(columns)
  const narrowTracks = tracksOf(columns.filter(({ optional }) => !optional))
  return (
    <div class="table-frame" ref={frame} tabIndex={0}>
      <div
        class="table"
        role="table"
        aria-label={label}
        aria-rowcount={rows?.length ?? -1}
        ref={(element) => {
          element?.style.setProperty('--tracks', tracks)
          element?.style.setProperty('--narrow-tracks', narrowTracks)
        }}
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
                {...(href && rowAttributes(item.index))}
                ref={(element) => element?.style.setProperty('top', `${item.start}px`)}
                onClick={(event) => href && !isControl(event.target) && navigate(href)}
                onKeyDown={(event) => {
                  if (isControl(event.target)) return
                  if (event.key === 'Enter' && href) navigate(href)
                  else if (href) onMove(event, item.index)
                }}
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

/** A share of what is left: where there is little the table scrolls, and no column vanishes. */
const REST = 'minmax(96px, 1fr)'
const tracksOf = (columns: readonly { width?: string }[]): string =>
  columns.map(({ width }) => width ?? REST).join(' ')

const classOf = ({ numeric, optional }: { numeric?: boolean; optional?: boolean }) =>
  [numeric && 'number', optional && 'optional'].filter(Boolean).join(' ') || undefined

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, select') !== null

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
