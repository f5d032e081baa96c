import { COMMANDS, DEPLOYED } from '../../infra/deployments.ts'
import type { Setting } from '../../packages/platform/runtime/src/index.ts'
import { deployedDefault, isSetByImage } from './describe-default.ts'
import { fillPart } from './fill-part.ts'
import { readByContainers, readSettings } from './read-settings.ts'

/** Containers with settings in common, from the most to the fewest. */
const GROUPS: Readonly<Record<string, (container: string) => boolean>> = {
  'every-process': () => true,
  'every-service': (container) => !(container in COMMANDS),
  tier: (container) => container.startsWith('tier-'),
  'browser-tier': (container) => /^tier-[45]-/.test(container),
}

/** docker-compose.yml with the settings of each container, by the groups that it is in. */
export async function composeSettings(file: string): Promise<string> {
  const declared = await readSettings()
  const given = declared.settings.filter(({ name }) => !isSetByImage(name))
  const containers = [...readByContainers(declared)]
  const groups = Object.entries(GROUPS).map(([name, has]) => {
    const members = containers.filter(([container]) => has(container))
    return { name, has, settings: given.filter((one) => members.every(([, read]) => read.has(one.name))) }
  })
  const block = (name: string, merged: readonly string[], settings: readonly Setting[]) => [
    // Without an entry it would be no map, and could not be merged.
    `  ${name}: &${name}-settings${merged.length + settings.length > 0 ? '' : ' {}'}`,
    ...(merged.length > 0 ? [`    <<: [${merged.map((one) => `*${one}-settings`).join(', ')}]`] : []),
    ...settings.map((setting) => `    ${setting.name}: ${composeValue(setting)}`),
  ]
  const left = (settings: readonly Setting[], wider: typeof groups) =>
    settings.filter((one) => !wider.some((group) => group.settings.includes(one)))
  return fillPart(file, [
    'x-settings:',
    ...groups.flatMap(({ name, settings }, at) => block(name, [], left(settings, groups.slice(0, at)))),
    ...containers.flatMap(([container, read]) => {
      const own = groups.filter(({ has }) => has(container))
      const settings = given.filter(({ name }) => read.has(name))
      return block(
        container,
        own.map(({ name }) => name),
        left(settings, own),
      )
    }),
  ])
}

/** What stands in the file: given for good, or the operator's. */
function composeValue({ name, isRequired }: Setting): string {
  const given = DEPLOYED[name]?.compose
  if (given && 'fixed' in given) return quoted(given.fixed)
  const rest = isRequired
    ? '?make a .env with infra/docker/make-env.mjs'
    : `-${deployedDefault(name, 'compose')}`
  return `\${${name}:${rest}}`
}

/** A number would be one in YAML. */
function quoted(value: string): string {
  return /^\d+$/.test(value) ? `"${value}"` : value
}
