import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { Selector } from './selector.ts'

/** `type` of a step, and what the step does. */
const step = <T extends string>(type: T, says: string) => z.literal(type).describe(says)

const selector = Selector.describe('CSS selector of the element, the first that it finds.')

const ACTIONS = [
  z
    .strictObject({
      type: step('wait', 'Waits for an element, or else for a time.'),
      ms: z
        .number()
        .int()
        .min(0)
        .max(LIMITS.waitForMs.max)
        .optional()
        .describe('How long, in milliseconds; with `selector` at most, and 10,000 where nothing is said.'),
      selector: Selector.optional().describe('CSS selector of the element to wait for.'),
    })
    .refine(({ ms, selector }) => ms !== undefined || selector !== undefined, {
      path: ['ms'],
      message: 'is required, or a selector: what the step waits for',
    }),
  z.strictObject({ type: step('click', 'Clicks an element.'), selector }),
  z.strictObject({
    type: step('type', 'Types into an element, which gets the focus.'),
    selector,
    text: z.string().max(10_000).describe('What is typed.'),
  }),
  z.strictObject({
    type: step('press', 'Presses a key, where the focus is.'),
    key: z.string().min(1).max(30).describe('Name of the key, such as `Enter` or `ArrowDown`.'),
  }),
  z.strictObject({
    type: step('scroll', 'Scrolls the page, or an element of it.'),
    direction: z.enum(['up', 'down']).default('down').describe('Which way.'),
    amount: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe(
        'How far, in pixels. Default: nine tenths of the window; with `selector` the element is brought into view.',
      ),
    selector: Selector.optional().describe('CSS selector of what is scrolled. Default: the page.'),
  }),
  z.strictObject({
    type: step('select', 'Chooses an option of a `<select>`.'),
    selector,
    value: z.string().max(1000).describe('Value or label of the option.'),
  }),
  z.strictObject({ type: step('hover', 'Moves the pointer over an element.'), selector }),
  z.strictObject({ type: step('screenshot', 'Makes a picture of what is seen now.') }),
  z.strictObject({
    type: step('execute_js', 'Runs a script among those of the page, for at most 10 seconds.'),
    script: z
      .string()
      .min(1)
      .max(LIMITS.scriptChars)
      .describe(
        'An expression of JavaScript, or statements that `return`: its value is the `value` of the outcome.',
      ),
  }),
] as const

/** One step on a rendered page. A script runs among the page's own: it sees and may do what these can. */
export const Action = z
  .discriminatedUnion('type', ACTIONS, {
    error: ({ code, input }) => (code === 'invalid_union' ? unknownType(input) : undefined),
  })
  .describe('One step on a rendered page, by its `type`.')

const TYPES = ACTIONS.map(({ shape }) => shape.type.value)

/** Names of the same step in other tools. */
const OTHER_NAMES = new Map<string, (typeof TYPES)[number]>([
  ['fill', 'type'],
  ['write', 'type'],
  ['input', 'type'],
  ['tap', 'click'],
  ['sleep', 'wait'],
  ['delay', 'wait'],
  ['wait_for_selector', 'wait'],
  ['evaluate', 'execute_js'],
  ['executejavascript', 'execute_js'],
  ['javascript', 'execute_js'],
  ['js', 'execute_js'],
])

function unknownType(action: unknown): string {
  const { type } = Object(action) as { type?: unknown }
  const list = `must be one of ${TYPES.map((name) => `"${name}"`).join(', ')}`
  if (type === undefined) return `is required, and ${list}`
  const meant = OTHER_NAMES.get(String(type).toLowerCase())
  return meant ? `${list}; did you mean "${meant}"?` : list
}

export type Action = z.infer<typeof Action>

export const Actions = z
  .array(Action)
  .max(LIMITS.actions, `at most ${LIMITS.actions} actions`)
  .describe('Steps on the rendered page, one after the other; one that fails ends them.')
