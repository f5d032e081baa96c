import { z } from 'zod'

const Flag = z.boolean()
const Pixels = z.number().min(0).max(100_000)

/** What published clients send and this service has no use for, each with what it does instead. */
const WITHOUT_EFFECT = {
  promote_schema_org: [Flag, 'what a page declares as data (JSON-LD, microdata) is always read first'],
  filter_content: [
    Flag,
    'markdown and text hold the main content; advanced.only_main_content false gives all',
  ],
  use_session: [Flag, 'name the session in session_id'],
  asp: [Flag, 'walls are met by climbing the tiers'],
  min_tier: [
    z.unknown(),
    'cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser',
  ],
  viewport_width: [Pixels, 'advanced.viewport has width and height; advanced.mobile is a phone'],
  viewport_height: [Pixels, 'advanced.viewport has width and height; advanced.mobile is a phone'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Name = keyof typeof WITHOUT_EFFECT
const NAMES = Object.keys(WITHOUT_EFFECT) as Name[]

/** Each of them as a field of a request. */
export const FIELDS_WITHOUT_EFFECT = Object.fromEntries(
  NAMES.map((name) => {
    const [schema, why] = WITHOUT_EFFECT[name]
    return [name, schema.optional().meta({ description: `Has no effect: ${why}.`, deprecated: true })]
  }),
) as { [K in Name]: z.ZodOptional<(typeof WITHOUT_EFFECT)[K][0]> }

/** Takes them out of a request; a warning for each that was there. */
export function dropWithoutEffect<Given extends { [K in Name]?: unknown }>(
  given: Given,
): { rest: Omit<Given, Name>; warnings: string[] } {
  const rest: Given = { ...given }
  const warnings: string[] = []
  for (const name of NAMES) {
    if (rest[name] !== undefined) warnings.push(`${name} has no effect: ${WITHOUT_EFFECT[name][1]}.`)
    delete rest[name]
  }
  return { rest, warnings }
}
