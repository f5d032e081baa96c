import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { words } from '../../words/index.ts'
import { type Choices, toBody } from './choices.ts'

/** An estimate is asked for once nobody has typed for so long. */
const PAUSE_MS = 500

/** What the request as it stands would cost. Asking is free. */
export function PriceEstimate({ choices }: { choices: Choices }) {
  const settled = useSettled(JSON.stringify(choices))
  const asked: Choices = JSON.parse(settled)
  const { data, error } = useQuery({
    queryKey: ['estimate', settled],
    queryFn: ({ signal }) => gleaner().estimate(toBody(asked) as never, { signal }),
    enabled: asked.url.trim() !== '',
    placeholderData: keepPreviousData,
  })
  if (asked.url.trim() === '') return null
  return (
    <p class="muted small" role="status">
      {error
        ? words.playground.estimateFails
        : data &&
          words.playground.estimate(
            words.common.credits(formatNumber(data.estimated_credits)),
            formatNumber(data.max_possible_credits),
          )}
    </p>
  )
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
