export { type TierConfig as Config, tierConfig as config } from '@gleaner/tier-worker'
