import { z } from 'zod'
import { ManualLogin } from './manual-logins.ts'

/*
 * What passes on the WebSocket of a login by hand. Places are in CSS pixels of the shown page, from its upper left corner.
 */

/** `type` of a message. */
const type = <Name extends string>(name: Name) => z.literal(name).describe('Which message this is.')
const side = (name: string) =>
  z.number().min(-10_000).max(10_000).describe(`From the ${name} edge of the shown page, in CSS pixels.`)
const x = side('left')
const y = side('upper')
const Scrolled = z
  .number()
  .min(-10_000)
  .max(10_000)
  .default(0)
  .describe('With `wheel`: how far, in CSS pixels.')
const modifiers = z
  .number()
  .int()
  .min(0)
  .max(15)
  .default(0)
  .describe('While keys are held, which: Alt 1, Ctrl 2, Meta 4, Shift 8, added up.')
const tab = z.number().int().min(1).describe('Number of the window.')
const Length = z.number().int().min(1).max(10_000)

/** What a viewer does. */
export const ViewerAction = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: type('drawn'),
      frame: z.number().int().min(0).describe('The number that it came with.'),
    })
    .describe('A frame has been drawn: the next one may be sent. Without it there comes none.'),
  z
    .strictObject({
      type: type('mouse'),
      action: z.enum(['move', 'down', 'up', 'wheel']).describe('What is done with it.'),
      x,
      y,
      button: z
        .enum(['none', 'left', 'middle', 'right'])
        .default('none')
        .describe('With `down` and `up`: the one that is pressed or let go.'),
      buttons: z
        .number()
        .int()
        .min(0)
        .max(31)
        .default(0)
        .describe('While some are held, which: left 1, right 2, middle 4, added up.'),
      clicks: z
        .number()
        .int()
        .min(0)
        .max(3)
        .default(0)
        .describe('With `down` and `up`: how many presses in a row this one is, 2 for a double click.'),
      dx: Scrolled,
      dy: Scrolled,
      modifiers,
    })
    .describe('A mouse is moved, pressed or turned over the page.'),
  z
    .strictObject({
      type: type('touch'),
      action: z.enum(['start', 'move', 'end', 'cancel']).describe('What fingers do.'),
      points: z
        .array(
          z.strictObject({
            x,
            y,
            id: z.number().int().min(0).max(20).describe('Tells one finger from another.'),
          }),
        )
        .max(5)
        .describe('Where fingers are; none at the end.'),
    })
    .describe('Fingers touch the page, which is shown as on a phone.'),
  z
    .strictObject({
      type: type('key'),
      action: z.enum(['down', 'up']).describe('Whether it is pressed or let go.'),
      key: z.string().min(1).max(20).describe('As `KeyboardEvent.key` has it: `a`, `Enter`.'),
      code: z.string().max(30).default('').describe('As `KeyboardEvent.code` has it, where it is known.'),
      repeat: z.boolean().default(false).describe('Whether it comes again while it is held down.'),
      modifiers,
    })
    .describe('A key is pressed or let go. Those of the browser itself are left out.'),
  z
    .strictObject({
      type: type('text'),
      text: z.string().min(1).max(10_000).describe('What is put where the cursor is.'),
    })
    .describe('Text is pasted, or made by an input method.'),
  z
    .strictObject({
      type: type('size'),
      width: Length.describe('Of the page, in CSS pixels: 800 to 1,600 are heeded.'),
      height: Length.describe('Of the page, in CSS pixels: 500 to 960 are heeded.'),
    })
    .describe('The window gets another size. A phone keeps its own.'),
  z
    .strictObject({
      type: type('history'),
      action: z.enum(['back', 'forward', 'reload', 'stop']).describe('Where to.'),
    })
    .describe('Goes through the history of the shown window.'),
  z
    .strictObject({
      type: type('go'),
      url: z
        .string()
        .min(1)
        .max(8_192)
        .describe('A public http or https address; https where no scheme is named.'),
    })
    .describe('Opens an address in the shown window.'),
  z
    .strictObject({
      type: type('tab'),
      action: z.enum(['show', 'close']).describe('What becomes of it; the last one stays.'),
      tab,
    })
    .describe('Shows or closes a window.'),
  z
    .strictObject({
      type: type('dialog'),
      accept: z.boolean().describe('Whether it is OK, or not.'),
      text: z.string().max(2_000).optional().describe('Of a `prompt`: the answer.'),
    })
    .describe('Answers the dialog that is shown.'),
  z
    .strictObject({
      type: type('choice'),
      index: z
        .number()
        .int()
        .min(0)
        .nullable()
        .describe('The place of the entry, from 0 on; null leaves the list as it is.'),
    })
    .describe('Chooses from the list that is shown.'),
  z.strictObject({ type: type('cookies') }).describe('Asks which cookies would be kept, and whose storage.'),
])
export type ViewerAction = z.infer<typeof ViewerAction>

export const ShownTab = z.object({
  tab,
  title: z.string().describe('In the page’s own words.'),
  url: z.string().describe('Of the document that is shown, never of one that is only asked for.'),
  origin: z.string().describe('Of that document; empty where it has none.'),
  is_loading: z.boolean().describe('Whether it is still coming.'),
  is_failed: z.boolean().describe('Whether it did not come.'),
})
export type ShownTab = z.infer<typeof ShownTab>

const ShownDialog = z.object({
  kind: z.enum(['alert', 'confirm', 'prompt']).describe('What it wants: OK, yes or no, or a text.'),
  message: z.string().describe('What it says.'),
  text: z.string().describe('Of a `prompt`: the answer that it suggests.'),
  origin: z.string().describe('Of the page that asks.'),
})

export const ShownChoice = z.object({
  label: z.string().describe('What it is called.'),
  group: z.string().describe('The heading that it stands below; empty where there is none.'),
  is_selected: z.boolean().describe('Whether it is chosen already.'),
  is_disabled: z.boolean().describe('Whether it cannot be chosen.'),
})
export type ShownChoice = z.infer<typeof ShownChoice>

/** Something that the page asked for and did not get. */
export const SHOWN_NOTICES = [
  'download_refused',
  'file_refused',
  'window_refused',
  'dialogs_refused',
  'address_refused',
] as const

/** What the browser tells. */
const SHOWN = [
  z
    .object({
      type: type('tabs'),
      tabs: z.array(ShownTab).describe('At most 5.'),
      shown: z.number().int().describe('Number of the one that frames are of.'),
      can_go_back: z.boolean().describe('Whether its history has something before.'),
      can_go_forward: z.boolean().describe('Whether its history has something after.'),
      is_phone: z
        .boolean()
        .describe('Whether pages are shown as on a phone, and touched in place of clicked.'),
    })
    .describe('The windows that the browser has, at each change.'),
  z
    .object({
      type: type('dialog'),
      dialog: ShownDialog.nullable().describe(
        'The page stands still until it is answered; null: there is none.',
      ),
    })
    .describe('A dialog of the page’s scripts has opened or closed.'),
  z
    .object({
      type: type('choices'),
      choices: z.array(ShownChoice).nullable().describe('Its entries; null: it has closed.'),
    })
    .describe('A list to choose from has opened or closed. Frames do not show it.'),
  z
    .object({
      type: type('typing'),
      takes_text: z.boolean().describe('Whether it is a field to type into.'),
    })
    .describe('What was clicked or touched.'),
  z
    .object({ type: type('notice'), notice: z.enum(SHOWN_NOTICES).describe('What was asked for.') })
    .describe('The page asked for something that it does not get here.'),
  z
    .object({
      type: type('cookies'),
      cookies: z
        .array(
          z.object({
            name: z.string().describe('What it is called; its value is never shown.'),
            domain: z.string().describe('Host that it belongs to.'),
            expires_at: z.iso.datetime().nullable().describe('When it ends; null: with the browser.'),
          }),
        )
        .describe('At most 500.'),
    })
    .describe('The cookies that the browser has, of all sites.'),
  z
    .object({
      type: type('storage'),
      origins: z
        .array(
          z.object({
            origin: z.string().describe('As `https://app.example.com`.'),
            items: z.number().int().describe('How many it has in `localStorage` and `sessionStorage`.'),
          }),
        )
        .describe('Those that were visited and have stored something.'),
    })
    .describe('Whose scripts have stored something, and never what.'),
] as const
export const Shown = z.discriminatedUnion('type', SHOWN)
export type Shown = z.infer<typeof Shown>

export const TimeLeft = z
  .object({
    type: type('time'),
    left_seconds: z.number().int().describe('Seconds until the login ends.'),
    idle_left_seconds: z.number().int().describe('Seconds until it ends unless something is done.'),
  })
  .describe('Comes every 5 seconds.')
export type TimeLeft = z.infer<typeof TimeLeft>

/** What a viewer is told, beside frames: by the browser, and by the service in between. */
export const ViewerMessage = z.discriminatedUnion('type', [
  ...SHOWN,
  TimeLeft,
  z
    .object({ type: type('login'), login: ManualLogin })
    .describe(
      'How the login stands: at first, and at each change. After its end the socket is closed with 1000.',
    ),
  z
    .object({
      type: type('error'),
      code: z.string().describe('Code of the error.'),
      message: z.string().describe('What went wrong.'),
    })
    .describe('What was sent is no action. It was left out.'),
])
export type ViewerMessage = z.infer<typeof ViewerMessage>

/** What a binary message is. */
export const FRAME_SAYS =
  'A picture of the shown window: its number (4 bytes), the width and height of the page in CSS pixels (2 bytes each, all big-endian), then a JPEG. Made anew whenever the page changes and the one before was `drawn`; kept nowhere.'
