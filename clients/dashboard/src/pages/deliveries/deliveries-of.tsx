import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { DataTable } from '../../parts/data-table.tsx'
import * as words from '../../words/index.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'
import type { Filters } from './filters.ts'

const SHOWN = 20
/** While there may come others they are read this often, in milliseconds. */
const LOOK_MS = 30_000

/** What receivers were told of a job, a batch or a crawl: the last of it. Nothing is drawn where nobody is told. */
export function DeliveriesOf({ of, isOpen }: { of: Filters; isOpen: boolean }) {
  const { data } = useQuery({
    queryKey: ['deliveries', of, SHOWN],
    queryFn: ({ signal }) => gleaner().webhookDeliveries.list({ ...of, limit: SHOWN } as never, { signal }),
    refetchInterval: isOpen && LOOK_MS,
  })
  if (!data || data.deliveries.length === 0) return null
  return (
    <section class="stack">
      <div class="row">
        <h2>{words.deliveries.title}</h2>
        <Link href={`/deliveries?${new URLSearchParams(of as Record<string, string>)}`}>
          {words.deliveries.all}
        </Link>
      </div>
      <DataTable
        label={words.deliveries.title}
        columns={DELIVERY_COLUMNS}
        rows={data.deliveries}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/deliveries/${id}`}
      />
    </section>
  )
}
