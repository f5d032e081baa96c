import { z } from 'zod'

/** Parts of the settings, in the order in which they are shown. */
export const SETTING_AREAS = {
  api: 'The API',
  accounts: 'Accounts',
  payments: 'Payments',
  databases: 'Databases',
  secrets: 'Secrets',
  files: 'Files',
  mails: 'Mails',
  egress: 'What fetches may reach',
  fetching: 'Fetching',
  hosts: 'Limits of hosts',
  browsers: 'Browsers',
  reading: 'Reading pages',
  captchas: 'Captchas',
  search: 'Search',
  webhooks: 'Webhooks',
  scheduler: 'The scheduler',
  process: 'Every process',
} as const

export type SettingArea = keyof typeof SETTING_AREAS

/** What a field cannot say by itself. What it means is its `.describe()`. */
export interface SettingFacts {
  area?: SettingArea
  /** What it takes, with the unit: `length of time`, `MB, 256 to 65536`. */
  takes?: string
  /** The default as an operator writes it. */
  default?: string
  /** In words, where the default is none that could be written: `by memory and cores`. */
  byDefault?: string
  /** Never in a file that others read. */
  secret?: true
}

/** Facts of fields: `field.register(settingFacts, { secret: true })`. */
export const settingFacts = z.registry<SettingFacts>()

/** One setting as it is declared. */
export interface Setting {
  name: string
  area: SettingArea
  meaning: string
  takes: string
  default: string | undefined
  byDefault: string | undefined
  isSecret: boolean
  isRequired: boolean
}

/** Declares settings of one area; a service's `config` is made of such groups. */
export function settings<Fields extends z.ZodRawShape>(area: SettingArea, fields: Fields): Fields {
  for (const field of Object.values(fields)) settingFacts.add(field, { ...settingFacts.get(field), area })
  return fields
}

/** Throws for a field whose declaration lacks its area, its meaning or what it takes. */
export function readSetting(name: string, field: z.core.$ZodType): Setting {
  const layers = layersOf(field)
  const facts: SettingFacts = Object.assign({}, ...layers.map((layer) => settingFacts.get(layer)).reverse())
  const { area, takes = takesOf(layers), byDefault, secret = false } = facts
  const meaning = descriptionOf(field)
  if (!area || !meaning || !takes)
    throw new Error(`The setting ${name} has no ${!area ? 'area' : !meaning ? 'description' : '`takes`'}.`)
  return {
    name,
    area,
    meaning,
    takes,
    default: byDefault === undefined ? (facts.default ?? defaultOf(layers)) : undefined,
    byDefault,
    isSecret: secret,
    isRequired: !z.safeParse(field, undefined).success,
  }
}

/** The text of the nearest `.describe()`, looking through wrappers such as `.optional()`. */
export function descriptionOf(field: z.core.$ZodType): string | undefined {
  return layersOf(field)
    .map((layer) => z.globalRegistry.get(layer)?.description)
    .find((text) => text)
}

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  defaultValue?: unknown
  entries?: Readonly<Record<string, string>>
}

const definitionOf = (field: z.core.$ZodType) => field._zod.def as Definition

/** A field and what it wraps, from the outside in. */
function layersOf(field: z.core.$ZodType): z.core.$ZodType[] {
  const { innerType, in: input } = definitionOf(field)
  const inner = innerType ?? input
  return inner ? [field, ...layersOf(inner)] : [field]
}

function defaultOf(layers: readonly z.core.$ZodType[]): string | undefined {
  const wrapper = layers.map(definitionOf).find(({ type }) => type === 'default')
  return wrapper && String(wrapper.defaultValue)
}

function takesOf(layers: readonly z.core.$ZodType[]): string | undefined {
  const { type, entries } = definitionOf(layers.at(-1)!)
  if (entries) return Object.values(entries).join(', ')
  return type === 'string' ? 'text' : undefined
}
