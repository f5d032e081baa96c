import { COMPOSE_VARIABLES, NPM_START_VARIABLES, type OtherVariable } from '../../infra/deployments.ts'
import { SETTING_AREAS, type Setting } from '../../packages/platform/runtime/src/index.ts'
import { SERVICES } from '../../packages/tools/devstack/src/services.ts'
import { describeDefaults } from './describe-default.ts'
import { type DeclaredSettings, readSettings } from './read-settings.ts'
import { sentence } from './sentence.ts'
import { table } from './table.ts'
import { writtenBy } from './written-by.ts'

/** docs/reference/settings.md: every setting by its area. */
export async function settingsPage(): Promise<string> {
  const { settings, readBy } = await readSettings()
  const areas = Object.entries(SETTING_AREAS).flatMap(([area, title]) => [
    `## ${title}`,
    '',
    ...table(
      ['Name', 'Meaning', 'Value', 'Default', 'Read by'],
      settings.filter((setting) => setting.area === area).map((setting) => row(setting, readBy)),
    ),
    '',
  ])
  return [
    '# Settings',
    '',
    writtenBy("the services' `config.ts` and infra/deployments.ts"),
    '',
    'Settings are environment variables; `npm start` and Docker Compose read them from `.env` too (`.env.example`). An empty value counts',
    'as not set. A length of time is written as `250ms`, `25s`, `5m` or `24h`; a bare number is milliseconds. Of a secret, the chart takes',
    'the value from the Secret.',
    '',
    ...areas,
    ...otherVariables('`npm start` only', NPM_START_VARIABLES),
    '',
    ...otherVariables('Docker Compose only', COMPOSE_VARIABLES),
    '',
  ].join('\n')
}

function row(setting: Setting, readBy: DeclaredSettings['readBy']): string[] {
  const { name, meaning, takes, isSecret } = setting
  return [
    `\`${name}\``,
    sentence(meaning),
    isSecret ? `${takes} (secret)` : takes,
    describeDefaults(setting).join('<br>'),
    readers(name, readBy),
  ]
}

function readers(name: string, readBy: DeclaredSettings['readBy']): string {
  const names = SERVICES.filter((service) => readBy.get(service)!.has(name))
  if (names.length === SERVICES.length) return 'every service'
  const tiers = SERVICES.filter((service) => service.startsWith('tier-'))
  const others = names.filter((service) => !tiers.includes(service))
  return tiers.every((tier) => names.includes(tier)) ? [...others, 'tiers'].join(', ') : names.join(', ')
}

function otherVariables(title: string, variables: readonly OtherVariable[]): string[] {
  return [
    `## ${title}`,
    '',
    ...table(
      ['Name', 'Meaning', 'Default'],
      variables.map(({ name, meaning, default: own, isSecret }) => [
        `\`${name}\``,
        sentence(meaning),
        isSecret ? 'none (secret)' : `\`${own}\``,
      ]),
    ),
  ]
}
