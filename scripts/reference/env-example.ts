import {
  COMPOSE_VARIABLES,
  DEPLOYED,
  NPM_START_VARIABLES,
  type OtherVariable,
} from '../../infra/deployments.ts'
import { SETTING_AREAS, type Setting } from '../../packages/platform/runtime/src/index.ts'
import { readSettings } from './read-settings.ts'
import { sentence } from './sentence.ts'
import { wrap } from './wrap.ts'

const WIDTH = 116
const HEAD = `Every setting of Gleaner, with its default. Copy this file to .env and change what you need: npm start and Docker Compose \
read it, and variables of the shell win over it. A name that is nearly one of these is refused at the start. Lengths of time: 250ms, \
25s, 5m, 24h. An empty value counts as not set. What has no default is made up by npm start and kept in .gleaner/secrets.json; \
elsewhere it must be set. docs/reference/settings.md says which service reads what. This file is written by pnpm docs.`

/** .env.example: every setting, commented out. */
export async function envExample(): Promise<string> {
  const { settings } = await readSettings()
  const areas = Object.entries(SETTING_AREAS).map(([area, title]) =>
    part(title, settings.filter((setting) => setting.area === area).flatMap(settingLines)),
  )
  return [
    ...comment(HEAD),
    ...areas.flat(),
    ...part('npm start only', NPM_START_VARIABLES.flatMap(variableLines)),
    ...part('Docker Compose only', COMPOSE_VARIABLES.flatMap(variableLines)),
    '',
  ].join('\n')
}

function part(title: string, lines: readonly string[]): string[] {
  return ['', `# --- ${title} `.padEnd(WIDTH, '-'), ...lines]
}

function settingLines({ name, meaning, takes, default: own = '', byDefault }: Setting): string[] {
  const npmStart = DEPLOYED[name]?.npmStart
  const sentences = [
    sentence(meaning, takes),
    ...(byDefault === undefined ? [] : [`Default: ${byDefault}.`]),
    ...(npmStart ? [`npm start: ${npmStart.replaceAll('`', '')}.`] : []),
  ]
  return [...comment(sentences.join(' ')), `# ${name}=${own}`]
}

function variableLines({ name, meaning, default: own }: OtherVariable): string[] {
  return [...comment(sentence(meaning)), `# ${name}=${own}`]
}

function comment(text: string): string[] {
  return wrap(text, WIDTH - 2).map((line) => `# ${line}`)
}
