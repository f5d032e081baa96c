import { useState } from 'preact/hooks'
import './json-view.css'

/** Levels that are open at first, and entries that are shown before one asks for more. */
const OPEN_LEVELS = 2
const ENTRIES = 100

/** A value of JSON as a tree that opens and closes. */
export function JsonView({ value }: { value: unknown }) {
  return (
    <div class="json mono">
      <Node value={value} level={0} />
    </div>
  )
}

function Node({ name, value, level }: { name?: string; value: unknown; level: number }) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  const [shown, setShown] = useState(ENTRIES)
  const label = name === undefined ? null : <span class="json-key">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {label}
        <Leaf value={value} />
      </div>
    )
  }
  const entries = Object.entries(value)
  const brackets = Array.isArray(value) ? '[]' : '{}'
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span class="muted">
          {brackets[0]} {entries.length} {brackets[1]}
        </span>
      </summary>
      {open &&
        entries
          .slice(0, shown)
          .map(([key, inner]) => <Node key={key} name={key} value={inner} level={level + 1} />)}
      {open && entries.length > shown && (
        <button type="button" class="button quiet" onClick={() => setShown(shown * 10)}>
          … {entries.length - shown}
        </button>
      )}
    </details>
  )
}

/** Characters of a text that are shown before one asks for more. */
const LEAF_CHARS = 2_000

function Leaf({ value }: { value: unknown }) {
  const [shown, setShown] = useState(LEAF_CHARS)
  const isCut = typeof value === 'string' && value.length > shown
  return (
    <>
      <span class={`json-${value === null ? 'null' : typeof value}`}>
        {JSON.stringify(isCut ? value.slice(0, shown) : value)}
      </span>
      {isCut && (
        <button type="button" class="button quiet" onClick={() => setShown(shown * 10)}>
          … {value.length - shown}
        </button>
      )}
    </>
  )
}
