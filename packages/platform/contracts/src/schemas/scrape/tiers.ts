import { z } from 'zod'
import { TIERS, type Tier, tierName } from '../../tier.ts'

/** `lightjs` is what published clients call the light browser. */
const BY_NAME = new Map<string, Tier>([
  ...TIERS.map((tier) => [tierName(tier), tier] as const),
  ['lightjs', '3.5'],
])
const NAMES = TIERS.map(tierName)

/** A tier by its number, as a string or not, or by its name in any letter case; read as the string. */
const AnyTier = z
  .union(
    [
      z.enum(TIERS),
      z.literal(TIERS.map(Number)),
      z
        .string()
        .toLowerCase()
        .pipe(z.enum([...BY_NAME.keys()])),
    ],
    { error: () => `must be one of ${list(TIERS)}, or a name: ${list(NAMES)}` },
  )
  .transform((written): Tier => BY_NAME.get(String(written)) ?? (String(written) as Tier))

export const ForceTier = AnyTier.describe(`Exactly this tier: "1" to "5", or its name (${NAMES.join(', ')}).`)

/** 3.5 is entered by force only: as the highest tier it stands for the highest below it. */
export const MaxTier = AnyTier.describe('The highest tier to try; "4" when it is left out. "3.5" is as "3".')

function list(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ')
}
