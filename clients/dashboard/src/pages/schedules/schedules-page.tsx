import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { type FormField, type FormValues, type Things, wordsOf } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'
import { withScheme } from '../batches/sources/read-addresses.ts'

type Schedule = Schemas['Schedule']
const said = words.schedules

const WHEN: readonly FormField[] = [
  { name: 'name', label: said.name, required: true },
  { name: 'schedule', label: said.when, hint: said.whenHint, required: true, initial: 'every day at 6:00' },
  {
    name: 'timezone',
    label: said.timezone,
    hint: said.timezoneHint,
    initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
  { name: 'webhook_url', label: words.work.options.webhook, placeholder: 'https://' },
]

/** What a run does: a batch of addresses, or a crawl or a map from one on. */
const WORK: readonly FormField[] = [
  {
    name: 'kind',
    label: said.kind,
    kind: 'select',
    initial: 'batch',
    options: (['batch', 'crawl', 'map'] as const).map((value) => ({ value, label: said.kinds[value]! })),
  },
  {
    name: 'urls',
    label: words.work.batches.urls,
    kind: 'area',
    placeholder: words.work.batches.example,
    when: ({ kind }) => kind === 'batch',
  },
  {
    name: 'start',
    label: words.work.crawls.url,
    placeholder: 'https://',
    when: ({ kind }) => kind !== 'batch',
  },
  {
    name: 'max_pages',
    label: words.work.crawls.fields.maxPages,
    kind: 'number',
    initial: '100',
    when: ({ kind }) => kind !== 'batch',
  },
]

function workOf({ kind, urls, start, max_pages }: FormValues) {
  if (kind === 'batch') return { urls: (wordsOf(urls) ?? []).map(withScheme), formats: ['markdown'] }
  const site = { url: withScheme(String(start).trim()), max_pages: Number(max_pages) }
  return kind === 'crawl' ? { crawl: { ...site, formats: ['markdown'] } } : { map: site }
}

function timesOf({ name, schedule, timezone, webhook_url }: FormValues) {
  return {
    name: String(name),
    schedule: String(schedule),
    timezone: String(timezone) || 'UTC',
    ...(webhook_url && { webhook_url: String(webhook_url) }),
  }
}

const SCHEDULES: Things<Schedule> = {
  key: 'schedules',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (signal) => (await gleaner().schedules.list({ limit: 100 }, { signal })).schedules,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/schedules/${id}`,
  columns: [
    {
      key: 'state',
      title: said.columns.state,
      width: '100px',
      cell: ({ status }) => <StateWord state={status} />,
    },
    { key: 'name', title: said.columns.name, width: 'minmax(110px, 1fr)', cell: ({ name }) => name },
    {
      key: 'kind',
      title: said.columns.kind,
      width: '80px',
      optional: true,
      cell: ({ kind }) => said.kinds[kind] ?? kind,
    },
    { key: 'when', title: said.columns.when, optional: true, cell: ({ schedule }) => schedule },
    {
      key: 'next',
      title: said.columns.next,
      width: '110px',
      optional: true,
      cell: ({ next_run_at }) => <Moment at={next_run_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [...WHEN.slice(0, 1), ...WORK, ...WHEN.slice(1)],
    create: (values) => gleaner().schedules.create({ ...timesOf(values), ...workOf(values) } as never),
  },
  actions: [
    { label: said.run, run: ({ id }) => gleaner().schedules.run(id), tell: () => said.begun },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: WHEN,
        valuesOf: ({ name, schedule, timezone, webhook_url }) => ({
          name,
          schedule,
          timezone,
          webhook_url: webhook_url ?? '',
        }),
      },
      run: ({ id }, values) =>
        gleaner().schedules.update(id, { webhook_url: null, ...timesOf(values) } as never),
    },
    {
      label: said.pause,
      run: ({ id }) => gleaner().schedules.pause(id),
      when: ({ status }) => status === 'active',
    },
    {
      label: said.resume,
      run: ({ id }) => gleaner().schedules.resume(id),
      when: ({ status }) => status !== 'active',
    },
    {
      label: words.common.delete,
      run: ({ id }) => gleaner().schedules.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

/** Work that is done again and again, by its times. */
export default function SchedulesPage() {
  return <ThingsPage things={SCHEDULES} />
}
