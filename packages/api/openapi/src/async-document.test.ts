import { LiveAction, LiveMessage, ViewerAction, ViewerMessage } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { z } from 'zod'
import { createAsyncDocument } from './async-document.ts'
import type { Json } from './types.ts'

const document = createAsyncDocument({ publicUrl: 'https://scrape.example.com/' })
const channels = document.channels as Record<string, { messages: Record<string, Json> }>
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

type Union = { options: readonly { shape: { type: z.ZodLiteral<string> } }[] }
const typesOf = (union: unknown) => (union as Union).options.map(({ shape }) => shape.type.value)

/** What passes on each channel, by the declarations that the service itself reads and writes by. */
const DECLARED: Record<string, [names: string[], declaration: z.ZodType][]> = {
  jobs: [
    [typesOf(LiveMessage), LiveMessage],
    [['action'], LiveAction],
  ],
  manualLogin: [
    [typesOf(ViewerMessage), ViewerMessage],
    [typesOf(ViewerAction).map((type) => `do_${type}`), ViewerAction],
  ],
}

test('every WebSocket is there', () => {
  expect(Object.keys(channels)).toEqual(Object.keys(DECLARED))
})

describe.each(Object.keys(DECLARED))('the channel %s', (name) => {
  const { messages } = channels[name]!

  test('has every message by its type, and each reference leads to one', () => {
    const declared = DECLARED[name]!.flatMap(([names]) => names)
    const binary = name === 'manualLogin' ? ['frame'] : []
    expect(Object.keys(messages).sort()).toEqual([...declared, ...binary].sort())
    const pattern = new RegExp(`"\\$ref":"#/channels/${name}/messages/(\\w+)"`, 'g')
    const references = [...JSON.stringify(document).matchAll(pattern)].map(([, message]) => message!)
    expect(references.sort()).toEqual(Object.keys(messages).sort())
  })

  test.each(
    DECLARED[name]!.flatMap(([names, declaration]) => names.map((each) => [each, declaration] as const)),
  )('has an example of %s, and tells it from what is none', (message, declaration) => {
    const { payload, examples } = messages[message] as unknown as {
      payload: object
      examples: { payload: object }[]
    }
    const validate = ajv.compile(payload)
    const [example] = examples
    expect(validate(example!.payload) || validate.errors).toBe(true)
    expect(declaration.safeParse(example!.payload)).toMatchObject({ success: true })
    expect(validate({})).toBe(false)
  })
})

test('it is at the API of this deployment', () => {
  expect(document.servers).toMatchObject({
    api: { host: 'scrape.example.com', protocol: 'wss', pathname: '/api/v1' },
  })
})
