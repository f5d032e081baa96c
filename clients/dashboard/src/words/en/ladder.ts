/** Tiers and what attempts at them came to. */
export const ladder = {
  label: 'Attempts, from the cheapest tier up',
  tiers: {
    '1': 'Curl',
    '2': 'HTTP',
    '3': 'Stealth',
    '3.5': 'Light browser',
    '4': 'Browser',
    '5': 'Captcha',
  } as Record<string, string>,
  tier: (tier: string, name: string) => `Tier ${tier}, ${name}`,
  delivered: 'delivered',
  underWay: 'under way',
}
