import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import type { FormField, FormValues, Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { workFields, workOf } from '../../parts/things/work-fields.ts'
import * as words from '../../words/index.ts'

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

const WORK = workFields(said.kind, [
  ['urls', said.kinds.batch!],
  ['crawl', said.kinds.crawl!],
  ['map', said.kinds.map!],
  ['search', said.kinds.search!],
])
/** Without formats a page comes as people read JSON, not as text. */
const withFormats = (values: FormValues) => ({
  ...workOf(values),
  ...(values.work !== 'map' &&
    (values.work !== 'search' || values.scrape_results === true) && { formats: ['markdown'] }),
})

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
  list: async (page, signal) => withRows('schedules', await gleaner().schedules.list(page, { signal })),
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
    create: (values) => gleaner().schedules.create({ ...timesOf(values), ...withFormats(values) } as never),
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
