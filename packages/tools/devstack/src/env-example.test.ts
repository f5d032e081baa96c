import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processConfig } from '@gleaner/runtime'
import { describe, expect, test } from '@jest/globals'
import { SERVICES } from './services.ts'

/** Read by `npm start` alone. */
const STACK_VARIABLES = ['GLEANER_HOME']

describe('.env.example', () => {
  test('names exactly the settings that the services and npm start read', async () => {
    const modules = await Promise.all(SERVICES.map((name) => import(`@gleaner/${name}/config`)))
    const read = [processConfig, ...modules.map((module) => module.config)].flatMap(({ shape }) =>
      Object.keys(shape),
    )
    const example = await readFile(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
    const named = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1])
    expect(named.toSorted()).toEqual([...new Set([...read, ...STACK_VARIABLES])].sort())
  })
})
