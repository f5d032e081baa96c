import type { ComponentChildren } from 'preact'
import './operate.css'

/** Figures at a glance, each with what it is. */
export function Tiles({
  tiles,
}: {
  tiles: readonly [name: string, value: ComponentChildren, note?: ComponentChildren][]
}) {
  return (
    <dl class="tiles">
      {tiles.map(([name, value, note]) => (
        <div key={name} class="card tile">
          <dt class="muted small">{name}</dt>
          <dd>
            <strong>{value}</strong>
            {note && <span class="muted small">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
