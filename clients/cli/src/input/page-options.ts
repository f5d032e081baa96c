import { CHOICES } from '@gleaner/sdk/choices'
import { type Command, Option } from 'commander'
import type { Cli } from '../cli.ts'
import { misuse } from '../failure.ts'
import { jsonOrText, listOf, number, oneOf, pairs, several } from './option-readers.ts'
import { readJson } from './read-input.ts'

const { formats, 'cost_controls.max_tier': tiers } = CHOICES.postScrape

/** Formats that the service gives of a page; `changeTracking` is another name of one. */
export const FORMATS = formats.filter((name) => name !== 'changeTracking')
const TIERS = [...tiers].sort((a, b) => Number(a) - Number(b))

/** What commander has read. */
export type PageValues = Record<string, unknown>

type Setter = (path: string, value: unknown) => void

interface PageOption {
  option: Option
  /** Writes what was given into the body of the request. */
  apply(set: Setter, value: never, cli: Cli): void | Promise<void>
}

/** An option that becomes one field of the request: `path` has dots between names. */
function field(
  flags: string,
  says: string,
  path: string,
  more: {
    read?: (text: string, before: never) => unknown
    /** What is switched on with it. */
    also?: string
    /** Of a flag without a value. */
    value?: unknown
    choices?: readonly string[]
  } = {},
): PageOption {
  const option = new Option(flags, says)
  if (more.read) option.argParser(more.read as never)
  if (more.choices) option.argChoices = [...more.choices]
  return {
    option,
    apply(set, given: unknown) {
      set(path, given === true ? (more.value ?? true) : given)
      if (more.also) set(more.also, true)
    },
  }
}

const RENDER = 'advanced.render_js'

/** How a page is fetched and read, on every command that fetches pages: each option, and what it means in the request. */
const PAGE_OPTIONS: PageOption[] = [
  field('-f, --format <names>', 'formats, with commas between them', 'formats', { read: listOf(FORMATS), choices: FORMATS }),
  field('--tier <tier>', 'exactly this tier', 'cost_controls.force_tier', { read: oneOf(TIERS), choices: TIERS }),
  field('--max-tier <tier>', 'the highest tier to try', 'cost_controls.max_tier', { read: oneOf(TIERS), choices: TIERS }),
  field('--max-credits <n>', 'what it may cost', 'cost_controls.max_credits', { read: number }),
  field('--render', 'render the page in a browser', RENDER),
  field('--wait-for <what>', 'a CSS selector, or milliseconds, to wait for in a browser', 'advanced.wait_for', {
    read: (text) => (/^\d+$/.test(text) ? Number(text) : text),
    also: RENDER,
  }),
  field('--include <selector>', 'CSS selector of what is read alone; may be repeated', 'advanced.include_selectors', { read: several }),
  field('--exclude <selector>', 'CSS selector of what is left out; may be repeated', 'advanced.exclude_selectors', { read: several }),
  field('--whole-page', 'menus and footers too', 'advanced.only_main_content', { value: false }),
  field('--mobile', 'be a phone', 'advanced.mobile', { also: RENDER }),
  field('--country <code>', 'country of the visitor, such as DE', 'location.country'),
  field('--language <code>', 'language of the visitor, such as de', 'location.language'),
  field('--session <id>', 'a stored login', 'session_id'),
  field('--header <line>', 'header, as "Name: value"; may be repeated', 'advanced.session_headers', { read: pairs(':') }),
  field('--cookie <pair>', 'cookie, as name=value; may be repeated', 'advanced.cookies', { read: pairs('=') }),
  field('--timeout <seconds>', 'seconds for everything', 'timeout', { read: number }),
  {
    option: new Option('--cache [seconds]', 'a page that you have fetched in so many seconds will do').argParser(number),
    apply(set, value: number | true) {
      set('cache', true)
      if (value !== true) set('cache_ttl', value)
    },
  },
  {
    option: new Option('--schema <json>', 'JSON Schema of the data to extract: a file, or the JSON itself'),
    async apply(set, value: string, cli) {
      set('extraction_schema', await readJson(value, cli.stdin, '--schema'))
    },
  },
  field('--prompt <text>', 'what a language model is to extract, by a model key of yours', 'extraction_prompt'),
  {
    option: new Option('--option <field=value>', 'any other field of the request, such as advanced.block_ads=true').argParser(several),
    apply(set, values: string[]) {
      for (const text of values) {
        const [, path, value] = /^([\w.]+)=(.*)$/s.exec(text) ?? []
        if (path === undefined) throw misuse(`--option "${text}" is no field=value.`)
        set(path, jsonOrText(value!))
      }
    },
  },
] // biome-ignore format: a table

/** Gives a command these options, but for those that `except` names. */
export function withPageOptions(command: Command, except: readonly string[] = []): Command {
  for (const { option } of PAGE_OPTIONS)
    if (!except.includes(option.name()))
      command.addOption(option.helpGroup('How pages are fetched and read:'))
  return command
}

/** The part of a request's body that the options say. */
export async function pageRequest(cli: Cli, values: PageValues): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  const set: Setter = (path, value) => setAt(body, path.split('.'), value)
  for (const { option, apply } of PAGE_OPTIONS) {
    const value = values[option.attributeName()]
    if (value !== undefined) await apply(set, value as never, cli)
  }
  return body
}

function setAt(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (name === '__proto__') throw misuse('There is no such field.')
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner = body[name] ?? {}
  if (typeof inner !== 'object') throw misuse(`${name} is set twice, in two ways.`)
  body[name] = inner
  setAt(inner as Record<string, unknown>, rest, value)
}
