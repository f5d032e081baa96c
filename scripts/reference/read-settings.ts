import { join } from 'node:path'
import { COMMANDS, DEPLOYED } from '../../infra/deployments.ts'
import {
  connectionFields,
  processConfig,
  readSetting,
  SETTING_AREAS,
  type Setting,
} from '../../packages/platform/runtime/src/index.ts'
import { SERVICES } from '../../packages/tools/devstack/src/services.ts'
import { ROOT } from './root.ts'

type Shape = Parameters<typeof readSetting>[1] extends infer Field ? Readonly<Record<string, Field>> : never

export interface DeclaredSettings {
  /** By area, in the order of their declarations. */
  settings: readonly Setting[]
  /** Names of settings by the service that reads them. */
  readBy: ReadonlyMap<string, ReadonlySet<string>>
}

export async function readSettings(): Promise<DeclaredSettings> {
  const shapes = await Promise.all(SERVICES.map(readShape))
  const fields: Shape = Object.assign({}, ...shapes, processConfig.shape)
  const order = Object.keys(SETTING_AREAS)
  const settings = Object.entries(fields)
    .map(([name, field]) => readSetting(name, field))
    .sort((one, other) => order.indexOf(one.area) - order.indexOf(other.area))
  const unknown = Object.keys(DEPLOYED).filter((name) => !(name in fields))
  if (unknown.length > 0) throw new Error(`infra/deployments.ts names what is no setting: ${unknown.join()}.`)
  const readBy = SERVICES.map(
    (name, at) => [name, new Set(Object.keys({ ...processConfig.shape, ...shapes[at] }))] as const,
  )
  return { settings, readBy: new Map(readBy) }
}

/** As `readBy`, with the containers that run commands. */
export function readByContainers({ readBy }: DeclaredSettings): ReadonlyMap<string, ReadonlySet<string>> {
  const common = [...Object.keys(processConfig.shape), ...Object.keys(connectionFields)]
  const commands = Object.entries(COMMANDS).map(
    ([name, own]) => [name, new Set([...common, ...own])] as const,
  )
  return new Map([...readBy, ...commands])
}

/** The fields that a service declares. */
export async function readShape(service: string): Promise<Shape> {
  const { config } = await import(join(ROOT, `services/${service}/src/config.ts`))
  return config.shape
}
