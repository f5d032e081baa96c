import type { Schemas } from '@gleaner/sdk'

export interface Tab {
  tab: number
  title: string
  url: string
  origin: string
  is_loading: boolean
  is_failed: boolean
}

export interface Choice {
  label: string
  group: string
  is_selected: boolean
  is_disabled: boolean
}

export interface PageDialog {
  kind: 'alert' | 'confirm' | 'prompt'
  message: string
  text: string
  origin: string
}

export interface Cookie {
  name: string
  domain: string
}

/** How many items an origin has stored for its scripts. */
export interface Storage {
  origin: string
  items: number
}

export interface Tabs {
  tabs: Tab[]
  shown: number
  can_go_back: boolean
  can_go_forward: boolean
  is_phone: boolean
}

/** What a viewer was told last. */
export interface ViewerState {
  connection: 'connecting' | 'open' | 'lost' | 'taken_over' | 'over'
  login?: Schemas['ManualLogin']
  tabs?: Tabs
  dialog: PageDialog | null
  choices: Choice[] | null
  takesText: boolean
  notice?: string
  cookies?: Cookie[]
  storage?: Storage[]
  /** Why its browser is not shown here. */
  fault?: unknown
  leftSeconds?: number
  idleLeftSeconds?: number
}

export const AT_FIRST: ViewerState = {
  connection: 'connecting',
  dialog: null,
  choices: null,
  takesText: false,
}

// biome-ignore lint/suspicious/noExplicitAny: the service's own messages, by their type
type Message = any

/** What each message changes. One that is not known changes nothing. */
const CHANGES: Record<string, (message: Message) => Partial<ViewerState>> = {
  login: ({ login }) => ({ login }),
  tabs: (tabs) => ({ tabs }),
  dialog: ({ dialog }) => ({ dialog }),
  choices: ({ choices }) => ({ choices }),
  typing: ({ takes_text }) => ({ takesText: takes_text }),
  notice: ({ notice }) => ({ notice }),
  cookies: ({ cookies }) => ({ cookies }),
  storage: ({ origins }) => ({ storage: origins }),
  time: ({ left_seconds, idle_left_seconds }) => ({
    leftSeconds: left_seconds,
    idleLeftSeconds: idle_left_seconds,
  }),
}

export function changed(state: ViewerState, message: Message): ViewerState {
  return { ...state, ...CHANGES[message.type]?.(message) }
}
