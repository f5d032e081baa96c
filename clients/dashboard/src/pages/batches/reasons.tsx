import { formatNumber } from '../../parts/amounts.tsx'
import * as words from '../../words/index.ts'

/** How often each code of an error came, the most frequent first. */
export function countReasons(items: readonly { error_code?: string | undefined }[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { error_code } of items)
    if (error_code) counts.set(error_code, (counts.get(error_code) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** `ALL_TIERS_FAILED` as a person reads it; what is no code stays as it is. */
const readable = (reason: string) =>
  /^[A-Z_]+$/.test(reason) ? reason.charAt(0) + reason.slice(1).toLowerCase().replaceAll('_', ' ') : reason

/** Why pages were not delivered. Nothing is drawn where all were. */
export function Reasons({
  title = words.work.failures,
  reasons,
}: {
  title?: string
  reasons: readonly [string, number][]
}) {
  if (reasons.length === 0) return null
  return (
    <section class="card stack" aria-label={title}>
      <h2>{title}</h2>
      <dl class="facts">
        {reasons.map(([reason, count]) => (
          <>
            <dt key={reason} title={reason}>
              {readable(reason)}
            </dt>
            <dd>{formatNumber(count)}</dd>
          </>
        ))}
      </dl>
    </section>
  )
}
