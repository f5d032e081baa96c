import type { Schemas } from '@gleaner/sdk'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'

type Status = Schemas['Ticket']['status']

/** The shapes of states that mean as much to whoever looks. */
const LOOKS: Record<Status, string> = { open: 'pending', answered: 'completed', closed: 'cancelled' }

/** Who has the next word. */
export function TicketState({ status }: { status: Status }) {
  return <StateWord state={LOOKS[status]} label={words.support.stateNames[status]!} />
}
