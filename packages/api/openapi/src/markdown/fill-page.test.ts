import { readFileSync } from 'node:fs'
import { ENDPOINTS } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { documentedPath } from '../document.ts'
import { fillPage } from './fill-page.ts'

const page = readFileSync(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')

test('docs/api.md says what the declarations say (pnpm docs writes it anew)', () => {
  expect(fillPage(page)).toBe(page)
})

test.each(Object.values(ENDPOINTS))('docs/api.md has a curl for $method $path', (endpoint) => {
  expect(page).toContain(`**\`${endpoint.method} ${documentedPath(endpoint)}\`**`)
})
