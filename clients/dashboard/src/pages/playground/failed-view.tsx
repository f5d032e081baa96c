import { Ladder, type Rung } from '../../parts/ladder.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'

/** Why a page did not come, with the attempts that were made. */
export function FailedView({ error }: { error: unknown }) {
  const billing = (error as { billing?: { escalations?: Rung[] } }).billing
  return (
    <>
      <ErrorNotice error={error} />
      {billing?.escalations && <Ladder rungs={billing.escalations} />}
    </>
  )
}
