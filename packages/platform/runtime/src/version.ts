import { readFileSync } from 'node:fs'

/** Of what runs: that of this package, which is released with all others. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
