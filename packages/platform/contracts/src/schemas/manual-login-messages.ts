import { z } from 'zod'

/*
 * What passes on the WebSocket of a login by hand. Places are in CSS pixels of the shown page, from its upper left corner.
 */

const Place = z.number().min(-10_000).max(10_000)
/** Alt 1, Ctrl 2, Meta 4, Shift 8: added up. */
const Modifiers = z.number().int().min(0).max(15).default(0)
const TabId = z.number().int().min(1)

/** What a viewer does. */
export const ViewerAction = z.discriminatedUnion('type', [
  /** The frame of this number has been drawn: the next one may be sent. */
  z.strictObject({ type: z.literal('drawn'), frame: z.number().int().min(0) }),
  z.strictObject({
    type: z.literal('mouse'),
    action: z.enum(['move', 'down', 'up', 'wheel']),
    x: Place,
    y: Place,
    button: z.enum(['none', 'left', 'middle', 'right']).default('none'),
    /** Buttons that are held: left 1, right 2, middle 4. */
    buttons: z.number().int().min(0).max(31).default(0),
    clicks: z.number().int().min(0).max(3).default(0),
    dx: Place.default(0),
    dy: Place.default(0),
    modifiers: Modifiers,
  }),
  z.strictObject({
    type: z.literal('touch'),
    action: z.enum(['start', 'move', 'end', 'cancel']),
    points: z.array(z.strictObject({ x: Place, y: Place, id: z.number().int().min(0).max(20) })).max(5),
  }),
  z.strictObject({
    type: z.literal('key'),
    action: z.enum(['down', 'up']),
    /** As `KeyboardEvent` has them. */
    key: z.string().min(1).max(20),
    code: z.string().max(30).default(''),
    repeat: z.boolean().default(false),
    modifiers: Modifiers,
  }),
  /** Pasted, or made by an input method. */
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(10_000) }),
  z.strictObject({
    type: z.literal('size'),
    width: z.number().int().min(1).max(10_000),
    height: z.number().int().min(1).max(10_000),
  }),
  z.strictObject({ type: z.literal('history'), action: z.enum(['back', 'forward', 'reload', 'stop']) }),
  z.strictObject({ type: z.literal('go'), url: z.string().min(1).max(8_192) }),
  z.strictObject({ type: z.literal('tab'), action: z.enum(['show', 'close']), tab: TabId }),
  /** Answers the dialog that is shown; `text`: of a prompt. */
  z.strictObject({
    type: z.literal('dialog'),
    accept: z.boolean(),
    text: z.string().max(2_000).optional(),
  }),
  /** Chooses from the list that is shown by its place there; null leaves it as it is. */
  z.strictObject({ type: z.literal('choice'), index: z.number().int().min(0).nullable() }),
  /** Asks which cookies would be kept, and whose storage. */
  z.strictObject({ type: z.literal('cookies') }),
])
export type ViewerAction = z.infer<typeof ViewerAction>

/** A window or tab that the browser has open. */
export interface ShownTab {
  tab: number
  /** The page's own words. */
  title: string
  /** Of the document that is shown, never of one that is only asked for. */
  url: string
  origin: string
  is_loading: boolean
  /** The document did not come. */
  is_failed: boolean
}

/** A dialog of the page's scripts, which stand still until it is answered. */
export interface ShownDialog {
  kind: 'alert' | 'confirm' | 'prompt'
  message: string
  text: string
  origin: string
}

/** An entry of a list that the page has opened. */
export interface ShownChoice {
  label: string
  group: string
  is_selected: boolean
  is_disabled: boolean
}

/** Something that the page asked for and did not get. */
export const SHOWN_NOTICES = [
  'download_refused',
  'file_refused',
  'window_refused',
  'dialogs_refused',
  'address_refused',
] as const
export type ShownNotice = (typeof SHOWN_NOTICES)[number]

/** A cookie that the browser has: its value is never shown. */
export interface ShownCookie {
  name: string
  domain: string
  expires_at: string | null
}

/** How much an origin has stored for its scripts: what is in it is never shown. */
export interface ShownStorage {
  origin: string
  items: number
}

/** What a viewer is shown, beside frames. A frame is binary: its number (4 bytes), the page's width and height (2 bytes each), a JPEG. */
export type Shown =
  | {
      type: 'tabs'
      tabs: ShownTab[]
      shown: number
      can_go_back: boolean
      can_go_forward: boolean
      /** The page is shown as on a phone, and is touched in place of clicked. */
      is_phone: boolean
    }
  | { type: 'dialog'; dialog: ShownDialog | null }
  | { type: 'choices'; choices: ShownChoice[] | null }
  /** Whether what was clicked takes text. */
  | { type: 'typing'; takes_text: boolean }
  | { type: 'notice'; notice: ShownNotice }
  | { type: 'cookies'; cookies: ShownCookie[] }
  | { type: 'storage'; origins: ShownStorage[] }
