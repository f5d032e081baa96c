import { DEPLOYED } from '../../infra/deployments.ts'
import type { Setting } from '../../packages/platform/runtime/src/index.ts'

/** What Compose or the chart passes on where the operator sets nothing; undefined where the image or the way of running decides. */
export function deployedDefault(name: string, way: 'compose' | 'chart'): string | undefined {
  const { image, [way]: own } = DEPLOYED[name] ?? {}
  const given = own ?? image ?? { default: '' }
  return 'default' in given ? given.default : undefined
}

/** Whether the image sets it for good. */
export function isSetByImage(name: string): boolean {
  const image = DEPLOYED[name]?.image
  return image !== undefined && 'fixed' in image
}

/** The defaults of a setting, the one of its declaration first. */
export function describeDefaults(setting: Setting): string[] {
  return [describeOwn(setting), ...describeWays(setting)].filter((text) => text !== undefined)
}

function describeOwn({ default: own, byDefault, isRequired }: Setting): string | undefined {
  if (byDefault !== undefined) return byDefault
  if (own) return `\`${own}\``
  return isRequired ? 'none: it must be set' : undefined
}

function describeWays({ name, default: own }: Setting): string[] {
  const { npmStart, image, compose, chart } = DEPLOYED[name] ?? {}
  const ways = { containers: image, Compose: compose, 'the chart': chart }
  return [
    ...(npmStart ? [`\`npm start\`: ${npmStart}`] : []),
    ...Object.entries(ways).flatMap(([way, given]) => {
      if (!given || ('default' in given && given.default === own)) return []
      return 'default' in given ? [`${way}: \`${given.default}\``] : [`${way}: set by itself`]
    }),
  ]
}
