import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { type FormField, type FormValues, filled, type Things } from '../../parts/things/things.ts'
import * as words from '../../words/index.ts'

type Rule = Schemas['AlertRule']
const said = words.alerts

/** Types that look at the jobs of one site, or of any; the others look at the account. */
const OF_SITES = new Set([
  'domain_failure_rate',
  'job_consecutive_failures',
  'response_time_spike',
  'daily_failure_count',
])
const OF_WINDOW = new Set(['domain_failure_rate', 'response_time_spike'])
const NUMBERS = ['threshold', 'window_minutes', 'min_jobs', 'cooldown_minutes']

const NAME: FormField = { name: 'name', label: said.columns.name, required: true }
const THRESHOLD: FormField = {
  name: 'threshold',
  label: said.threshold,
  hint: said.thresholdHint,
  kind: 'number',
  required: true,
}
const COOLDOWN: FormField = { name: 'cooldown_minutes', label: said.cooldown, kind: 'number', initial: '60' }
const RESOLVED: FormField = { name: 'notify_resolved', label: said.resolved, kind: 'check', initial: true }

const channelsOf = ({ channel, channel_url }: FormValues) =>
  channel === 'email' ? [{ type: 'email' }] : [{ type: String(channel), url: String(channel_url) }]

export const RULES: Things<Rule> = {
  key: 'alert-rules',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('rules', await gleaner().alerts.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'state',
      title: said.columns.state,
      width: '110px',
      cell: ({ is_active, status }) => <StateWord state={is_active ? status : 'inactive'} />,
    },
    { key: 'name', title: said.columns.name, width: 'minmax(110px, 1fr)', cell: ({ name }) => name },
    { key: 'type', title: said.columns.type, optional: true, cell: ({ type }) => said.types[type] ?? type },
    {
      key: 'value',
      title: said.columns.value,
      width: '140px',
      numeric: true,
      optional: true,
      cell: ({ value, threshold }) =>
        words.work.progress(value === null ? '–' : formatNumber(value), formatNumber(threshold)),
    },
    {
      key: 'fired',
      title: said.columns.fired,
      width: '110px',
      optional: true,
      cell: ({ last_fired_at }) => <Moment at={last_fired_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      NAME,
      {
        name: 'type',
        label: said.columns.type,
        kind: 'select',
        initial: 'credit_threshold',
        options: Object.entries(said.types).map(([value, label]) => ({ value, label })),
      },
      THRESHOLD,
      {
        name: 'domain',
        label: said.domain,
        placeholder: 'example.com',
        when: ({ type }) => OF_SITES.has(String(type)),
      },
      {
        name: 'window_minutes',
        label: said.window,
        kind: 'number',
        when: ({ type }) => OF_WINDOW.has(String(type)),
      },
      {
        name: 'channel',
        label: said.channel,
        kind: 'select',
        initial: 'email',
        options: Object.entries(said.channels).map(([value, label]) => ({ value, label })),
      },
      {
        name: 'channel_url',
        label: said.channelUrl,
        placeholder: 'https://',
        when: ({ channel }) => channel !== 'email',
      },
      COOLDOWN,
      RESOLVED,
    ],
    create: (values) => {
      const { channel: _, channel_url: __, domain, window_minutes, ...rest } = values
      const type = String(values.type)
      return gleaner().alerts.create({
        ...filled(rest, NUMBERS),
        ...(OF_SITES.has(type) && domain && { domain }),
        ...(OF_WINDOW.has(type) && window_minutes && { window_minutes: Number(window_minutes) }),
        channels: channelsOf(values),
      } as never)
    },
  },
  actions: [
    {
      label: words.things.test,
      run: ({ id }) => gleaner().alerts.test(id),
      tell: (reply) => ((reply as { success: boolean }).success ? words.things.works : said.notTaken),
    },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: [NAME, THRESHOLD, COOLDOWN, RESOLVED],
        valuesOf: ({ name, threshold, cooldown_minutes, notify_resolved }) => ({
          name,
          threshold: String(threshold),
          cooldown_minutes: String(cooldown_minutes),
          notify_resolved,
        }),
      },
      run: ({ id }, values) => gleaner().alerts.update(id, filled(values, NUMBERS) as never),
    },
    {
      label: words.things.off,
      run: ({ id }) => gleaner().alerts.update(id, { is_active: false }),
      when: ({ is_active }) => is_active,
    },
    {
      label: words.things.on,
      run: ({ id }) => gleaner().alerts.update(id, { is_active: true }),
      when: ({ is_active }) => !is_active,
    },
    {
      label: words.common.delete,
      run: ({ id }) => gleaner().alerts.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}
