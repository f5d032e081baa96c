import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { useSettled } from '../../api/use-settled.ts'
import { type Choices, toBody } from './choices.ts'
import { issuesByPath } from './faults.ts'

/** What the request as it stands would cost, and what the service finds wrong with it. Asking is free. */
export function useEstimate(choices: Choices) {
  const settled = useSettled(JSON.stringify(choices))
  const asked: Choices = JSON.parse(settled)
  const isAsked = asked.url.trim() !== ''
  const { data, error } = useQuery({
    queryKey: ['estimate', settled],
    queryFn: ({ signal }) => gleaner().estimate(toBody(asked) as never, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return {
    data: isAsked && !error ? data : undefined,
    error: isAsked ? error : null,
    faults: issuesByPath(isAsked ? error : null),
  }
}
