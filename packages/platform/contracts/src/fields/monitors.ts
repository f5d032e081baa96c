import { z } from 'zod'

/** What was found of a page. */
export const PAGE_STATES = ['new', 'same', 'changed', 'removed', 'error'] as const
/** What is told of a page. */
export const CHANGE_KINDS = ['new', 'changed', 'removed'] as const

export const FoundState = z
  .enum(PAGE_STATES)
  .describe('What it was at the last check; `error`: it could not be judged.')

export const ChangeKind = z
  .enum(CHANGE_KINDS)
  .describe('`new`: the page was not there before; `removed`: it is not there any more.')

const COUNTS = {
  new: 'Pages that were not there before.',
  same: 'Pages that are as they were.',
  changed: 'Pages that have changed.',
  removed: 'Pages that are not there any more.',
  error: 'Pages that could not be judged.',
} satisfies Record<(typeof PAGE_STATES)[number], string>

/** How many pages are in which state. */
export const PageCounts = z.object(
  Object.fromEntries(PAGE_STATES.map((state) => [state, z.number().int().describe(COUNTS[state])])) as Record<
    (typeof PAGE_STATES)[number],
    z.ZodNumber
  >,
)
