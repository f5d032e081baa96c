import { readFileSync } from 'node:fs'
import { ENDPOINTS } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { documentedPath } from '../document.ts'
import { FOLDER, referencePages } from './pages.ts'

const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8')

test.each(referencePages())(
  'docs/reference/%s says what the declarations say (pnpm docs writes it)',
  (file, text) => {
    expect(read(file)).toBe(text)
  },
)

test.each(Object.values(ENDPOINTS))('docs/reference/endpoints.md has $method $path', (endpoint) => {
  expect(read('endpoints.md')).toContain(`### \`${endpoint.method} ${documentedPath(endpoint)}\`\n`)
})
