import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { Selector as selector } from './selector.ts'

const ACTIONS = [
  z
    .strictObject({
      type: z.literal('wait'),
      ms: z.number().int().min(0).max(LIMITS.waitForMs.max).optional(),
      selector: selector.optional(),
    })
    .refine(({ ms, selector }) => ms !== undefined || selector !== undefined, {
      path: ['ms'],
      message: 'is required, or a selector: what the step waits for',
    }),
  z.strictObject({ type: z.literal('click'), selector }),
  z.strictObject({ type: z.literal('type'), selector, text: z.string().max(10_000) }),
  z.strictObject({ type: z.literal('press'), key: z.string().min(1).max(30) }),
  z.strictObject({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).default('down'),
    amount: z.number().int().min(1).max(100_000).optional(),
    selector: selector.optional(),
  }),
  z.strictObject({ type: z.literal('select'), selector, value: z.string().max(1000) }),
  z.strictObject({ type: z.literal('hover'), selector }),
  z.strictObject({ type: z.literal('screenshot') }),
  z.strictObject({
    type: z.literal('execute_js'),
    script: z.string().min(1).max(LIMITS.scriptChars),
  }),
] as const

/** One step on a rendered page. A script runs among the page's own: it sees and may do what these can. */
export const Action = z.discriminatedUnion('type', ACTIONS, {
  error: ({ code, input }) => (code === 'invalid_union' ? unknownType(input) : undefined),
})

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

export const Actions = z.array(Action).max(LIMITS.actions, `at most ${LIMITS.actions} actions`)
