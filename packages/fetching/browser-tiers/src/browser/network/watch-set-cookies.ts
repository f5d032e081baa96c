import { createSetValues, type SetValues } from '@gleaner/http-tiers'
import type { Lease } from '../pool/lease.ts'

/** Remembers what responses set, redirects among them: the cookies of the browser context are only those of its end. */
export function watchSetCookies({ onNetwork }: Lease): SetValues {
  const setValues = createSetValues()
  onNetwork('Network.responseReceivedExtraInfo', ({ headers }) => {
    for (const [name, lines] of Object.entries(headers))
      if (name.toLowerCase() === 'set-cookie') setValues.add(lines.split('\n'))
  })
  return setValues
}
