import { readFileSync } from 'node:fs'

/** A PNG image with a few printed words. */
export const wordsImage = () => readFileSync(new URL('../fixtures/words.png', import.meta.url))
