import { gleaner } from '../../api/client.ts'
import * as words from '../../words/index.ts'
import { TicketView } from '../support/ticket-view.tsx'

const said = words.support

/** One question, as operators see it. */
export default function OperatedTicketPage({ params: { id = '' } }: { params: Record<string, string> }) {
  return (
    <TicketView
      side={{
        queryKey: ['operate', 'ticket', id],
        read: (signal) => gleaner().operator.getTicket(id, { signal }),
        reply: (message) => gleaner().operator.answerTicket(id, { message }),
        close: () => gleaner().operator.closeTicket(id),
        authors: { person: said.person, operator: said.you },
        label: said.answer,
      }}
    />
  )
}
