import { expect, test } from '@jest/globals'
import { GENERATED, makeFile } from './files.ts'

test.each(GENERATED)('%s is what `pnpm docs` writes', async (path) => {
  const { standing, made } = await makeFile(path)
  expect(standing).toBe(made)
})
