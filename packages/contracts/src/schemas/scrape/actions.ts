import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { Selector as selector } from './selector.ts'

const ACTIONS = [
  z.strictObject({
    type: z.literal('wait'),
    ms: z.number().int().min(0).max(LIMITS.waitForMs.max).optional(),
    selector: selector.optional(),
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
] as const

/** One step on a rendered page. `evaluate` is not among them: callers' scripts never run in our browser. */
export const Action = z.discriminatedUnion('type', ACTIONS, {
  error: ({ code }) =>
    code === 'invalid_union'
      ? `must be one of ${ACTIONS.map(({ shape }) => `"${shape.type.value}"`).join(', ')}`
      : undefined,
})
export type Action = z.infer<typeof Action>

export const Actions = z.array(Action).max(LIMITS.actions, `at most ${LIMITS.actions} actions`)
