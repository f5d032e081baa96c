import { gleaner } from '../../api/client.ts'
import * as words from '../../words/index.ts'
import { TicketView } from './ticket-view.tsx'

const said = words.support

/** One question of the account. */
export default function TicketPage({ params: { id = '' } }: { params: Record<string, string> }) {
  return (
    <TicketView
      side={{
        queryKey: ['ticket', id],
        read: (signal) => gleaner().tickets.get(id, { signal }),
        reply: (message) => gleaner().tickets.reply(id, { message }),
        close: () => gleaner().tickets.close(id),
        authors: { person: said.you, operator: said.operator },
        label: said.reply,
      }}
    />
  )
}
