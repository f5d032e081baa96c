import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'

const said = words.monitors

const MONITORS: Things<Schemas['Monitor']> = {
  key: 'monitors',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (signal) => (await gleaner().monitors.list({ limit: 100 }, { signal })).monitors,
  idOf: ({ id }) => id,
  columns: [
    {
      key: 'state',
      title: said.columns.state,
      width: '100px',
      cell: ({ status }) => <StateWord state={status} />,
    },
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    { key: 'page', title: said.columns.page, optional: true, cell: ({ url, target }) => url ?? target },
    {
      key: 'interval',
      title: said.columns.interval,
      optional: true,
      cell: ({ check_interval }) => check_interval,
    },
    {
      key: 'next',
      title: said.columns.next,
      width: '110px',
      optional: true,
      cell: ({ next_check_at }) => <Moment at={next_check_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.name, required: true },
      { name: 'url', label: said.url, required: true, placeholder: 'https://' },
      { name: 'check_interval', label: said.interval, hint: said.intervalHint, initial: 'every hour' },
      {
        name: 'diff_mode',
        label: said.mode,
        kind: 'select',
        initial: 'semantic',
        options: Object.entries(said.modes).map(([value, label]) => ({ value, label })),
      },
    ],
    create: (values) => gleaner().monitors.create(filled(values) as never),
  },
  actions: [
    { label: said.check, run: ({ id }) => gleaner().monitors.check(id), tell: () => said.checked },
    {
      label: said.pause,
      run: ({ id }) => gleaner().monitors.pause(id),
      when: ({ status }) => status === 'active',
    },
    {
      label: said.resume,
      run: ({ id }) => gleaner().monitors.resume(id),
      when: ({ status }) => status !== 'active',
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().monitors.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

export default function MonitorsPage() {
  return <ThingsPage things={MONITORS} />
}
