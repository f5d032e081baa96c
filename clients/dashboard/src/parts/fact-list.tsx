import type { ComponentChildren } from 'preact'

/** Facts about a thing by their names. One without a value is left out. */
export function FactList({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  const known = facts.filter(
    ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
  )
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}
