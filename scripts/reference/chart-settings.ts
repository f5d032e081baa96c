import { stringify } from 'yaml'
import { DEPLOYED } from '../../infra/deployments.ts'
import { deployedDefault, isSetByImage } from './describe-default.ts'
import { fillPart } from './fill-part.ts'
import { readSettings } from './read-settings.ts'
import { sentence } from './sentence.ts'
import { wrap } from './wrap.ts'

const WIDTH = 120

/** values.yaml of the chart with every setting that is the operator's and no secret. */
export async function chartValues(file: string): Promise<string> {
  const { settings } = await readSettings()
  const lines = settings.flatMap(({ name, isSecret, meaning, takes, default: own, byDefault }) => {
    const value = deployedDefault(name, 'chart')
    if (isSecret || isSetByImage(name) || value === undefined) return []
    const comment = [
      sentence(meaning, takes),
      ...(value === '' && (byDefault ?? own) ? [`Default: ${byDefault ?? own}.`] : []),
    ]
    return [...wrap(comment.join(' '), WIDTH).map((line) => `# ${line}`), `${name}: ${JSON.stringify(value)}`]
  })
  return fillPart(file, lines)
}

/** The ConfigMap of the chart with what the chart itself knows. */
export function chartConfigMap(file: string): string {
  return fillPart(
    file,
    Object.entries(DEPLOYED).flatMap(([name, { chart }]) =>
      chart && 'fixed' in chart ? [`${name}: '${chart.fixed}'`] : [],
    ),
  )
}

/** Of the Secret, each service is given what it reads. */
export async function chartSecrets(): Promise<string> {
  const { settings, readBy } = await readSettings()
  const secrets = settings.filter(({ isSecret }) => isSecret)
  const byService = [...readBy].map(([service, read]) => {
    const own = secrets.filter(({ name }) => read.has(name))
    const names = (isRequired: boolean) =>
      own.filter((one) => one.isRequired === isRequired).map(({ name }) => name)
    return [service, { required: names(true), optional: names(false) }]
  })
  const head =
    "# Keys of the Secret by the service that reads them. Written by `pnpm docs` of the services' settings.\n"
  return head + stringify(Object.fromEntries(byService), { flowCollectionPadding: false, lineWidth: 0 })
}
