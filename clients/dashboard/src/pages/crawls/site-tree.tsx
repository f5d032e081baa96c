import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { formatNumber } from '../../parts/amounts.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useVirtualRows } from '../../parts/virtual-rows.ts'
import * as words from '../../words/index.ts'
import { type Address, type Branch, growTree, rowsOf, type TreeRow } from './grow-tree.ts'
import './site-tree.css'

const said = words.work.crawls
/** A site with no more addresses is shown unfolded. */
const FEW = 40
/** States in the order in which they are counted in a row. */
const STATES = ['succeeded', 'failed', 'running', 'pending', 'cancelled', 'left_out'] as const

/** The addresses of a crawl by their paths, folded. Arrow keys go along and fold, Enter opens a page's job. */
export function SiteTree({ addresses, start }: { addresses: readonly Address[]; start: string }) {
  const [, navigate] = useLocation()
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const tree = useMemo(() => growTree(addresses), [addresses])
  const origin = URL.parse(start)?.origin
  const isOpen = ({ key, level }: Branch) => {
    const usually = key.startsWith(origin ?? key) && (level === 1 || addresses.length <= FEW)
    return usually !== turned.has(key)
  }
  const rows = useMemo(() => rowsOf(tree, isOpen), [tree, turned])
  const { frame, virtual, rowAttributes, onMove, moveTo } = useVirtualRows(rows, ({ key }) => key)
  const turn = ({ key }: TreeRow) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  const open = (row: TreeRow) => {
    if (row.isOpen !== undefined) turn(row)
    else if (row.address?.jobId) navigate(`/jobs/${row.address.jobId}`)
  }
  const onKeyDown = (event: KeyboardEvent, row: TreeRow, index: number) => {
    if (onMove(event, index)) return
    if (event.key === 'Enter' || event.key === ' ') open(row)
    else if (event.key === 'ArrowRight' && row.isOpen === false) turn(row)
    else if (event.key === 'ArrowRight' && row.isOpen) moveTo(index + 1)
    else if (event.key === 'ArrowLeft' && row.isOpen) turn(row)
    else if (event.key === 'ArrowLeft')
      moveTo(rows.findLastIndex(({ level }, at) => at < index && level < row.level))
    else return
    event.preventDefault()
  }
  return (
    <div class="table-frame" ref={frame}>
      <div
        class="table-body"
        role="tree"
        aria-label={said.tree}
        ref={(element) => element?.style.setProperty('height', `${virtual.getTotalSize()}px`)}
      >
        {virtual.getVirtualItems().map(({ index, start: top }) => {
          const row = rows[index]!
          return (
            <div
              key={row.key}
              class="tree-row"
              role="treeitem"
              aria-level={row.level}
              aria-expanded={row.isOpen}
              {...rowAttributes(index)}
              ref={(element) => {
                element?.style.setProperty('top', `${top}px`)
                element?.style.setProperty('--level', String(row.level - 1))
              }}
              onClick={() => open(row)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
            >
              <RowContent row={row} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function RowContent({ row: { name, address, counts, isOpen } }: { row: TreeRow }) {
  const fold = isOpen === undefined ? '' : isOpen ? '▾' : '▸'
  return (
    <>
      <span class="tree-name">
        <span class="fold" aria-hidden="true">
          {fold}
        </span>
        <code title={address?.url ?? name}>{name}</code>
        {address && <span class="muted small">{address.why ?? address.title}</span>}
      </span>
      <span class="tree-counts">
        {address ? (
          <State state={address.state} />
        ) : (
          STATES.map((state) => <State key={state} state={state} count={counts.get(state) ?? 0} />)
        )}
      </span>
    </>
  )
}

/** A state, or how many are in it; nothing where there are none. */
function State({ state, count }: { state: string; count?: number }) {
  if (count === 0) return null
  const name = state === 'succeeded' ? 'completed' : state
  return (
    <StateWord
      state={name}
      label={count === undefined ? undefined : `${formatNumber(count)}`}
      title={words.states[name]}
    />
  )
}
