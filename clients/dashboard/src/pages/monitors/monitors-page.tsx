import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { type FormField, type FormValues, filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { workFields, workOf } from '../../parts/things/work-fields.ts'
import * as words from '../../words/index.ts'

const said = words.monitors

const NAME: FormField = { name: 'name', label: said.name, required: true }
const SETTINGS: readonly FormField[] = [
  { name: 'check_interval', label: said.interval, hint: said.intervalHint, initial: 'every hour' },
  {
    name: 'diff_mode',
    label: said.mode,
    kind: 'select',
    initial: 'semantic',
    options: Object.entries(said.modes).map(([value, label]) => ({ value, label })),
  },
  { name: 'webhook_url', label: said.webhook, placeholder: 'https://' },
]

const WORK = workFields(
  said.watched,
  (['url', 'list', 'crawl', 'map', 'search'] as const).map((target) => [
    target === 'list' ? 'urls' : target,
    said.targets[target]!,
  ]),
)

const MONITORS: Things<Schemas['Monitor']> = {
  key: 'monitors',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('monitors', await gleaner().monitors.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/monitors/${id}`,
  columns: [
    {
      key: 'state',
      title: said.columns.state,
      width: '100px',
      cell: ({ status }) => <StateWord state={status} />,
    },
    { key: 'name', title: said.columns.name, width: 'minmax(110px, 1fr)', cell: ({ name }) => name },
    { key: 'page', title: said.columns.page, optional: true, cell: (monitor) => watchedBy(monitor) },
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
    fields: [NAME, ...WORK, ...SETTINGS],
    create: ({ name, check_interval, diff_mode, webhook_url, ...work }) =>
      gleaner().monitors.create({
        ...filled({ name: name!, check_interval: check_interval!, webhook_url: webhook_url! }),
        // Of a map there is nothing to compare but which addresses there are.
        ...(work.work !== 'map' && { diff_mode }),
        ...workOf(work),
      } as never),
  },
  actions: [
    { label: said.check, run: ({ id }) => gleaner().monitors.check(id), tell: () => said.checked },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        // What is compared stays where a form cannot say it: by selectors or fields.
        fields: ({ diff_mode }) => [
          NAME,
          ...SETTINGS.filter(({ name }) => name !== 'diff_mode' || said.modes[diff_mode]),
        ],
        valuesOf: ({ name, check_interval, diff_mode, webhook_url }) => ({
          name,
          check_interval,
          diff_mode,
          webhook_url: webhook_url ?? '',
        }),
      },
      run: (monitor, values) => gleaner().monitors.update(monitor.id, changesOf(monitor, values)),
    },
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

/** A page by its address, else the kind of what is watched, and where. */
function watchedBy({ url, target, ...monitor }: Schemas['Monitor']): string {
  if (typeof url === 'string') return url
  const { url: start, query } = Object(monitor[target as 'crawl']) as { url?: string; query?: string }
  const where = start ?? query
  return where ? `${said.targets[target]}: ${where}` : said.targets[target]!
}

/** Only what differs is sent: another way to compare begins anew. */
function changesOf(monitor: Schemas['Monitor'], values: FormValues): Record<string, string | null> {
  const before = monitor as unknown as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== (before[name] ?? ''))
      .map(([name, value]) => [name, value === '' ? null : String(value)]),
  )
}

export default function MonitorsPage() {
  return <ThingsPage things={MONITORS} />
}
