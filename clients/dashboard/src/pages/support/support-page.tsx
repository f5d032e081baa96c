import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { TicketState } from './ticket-state.tsx'

const said = words.support

const TICKETS: Things<Schemas['Ticket']> = {
  key: 'tickets',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('tickets', await gleaner().tickets.list(page, { signal })),
  idOf: ({ id }) => id,
  hrefOf: ({ id }) => `/support/${id}`,
  columns: [
    {
      key: 'state',
      title: said.columns.state,
      width: '110px',
      cell: ({ status }) => <TicketState status={status} />,
    },
    { key: 'subject', title: said.columns.subject, cell: ({ subject }) => subject },
    {
      key: 'category',
      title: said.columns.category,
      width: '90px',
      optional: true,
      cell: ({ category }) => said.categories[category],
    },
    {
      key: 'changed',
      title: said.columns.changed,
      width: '110px',
      optional: true,
      cell: ({ updated_at }) => <Moment at={updated_at} />,
    },
  ],
  add: {
    label: said.ask,
    fields: [
      { name: 'subject', label: said.subject, required: true },
      { name: 'message', label: said.message, kind: 'area', required: true },
      {
        name: 'category',
        label: said.category,
        kind: 'select',
        initial: 'question',
        options: Object.entries(said.categories).map(([value, label]) => ({ value, label })),
      },
    ],
    create: (values) => gleaner().tickets.create(filled(values) as never),
  },
}

/** What the account has asked the operator. */
export default function SupportPage() {
  return <ThingsPage things={TICKETS} />
}
