import { LiveAction, LiveMessage } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createAsyncDocument } from './async-document.ts'
import type { Json } from './types.ts'

const document = createAsyncDocument({ publicUrl: 'https://scrape.example.com/' })
const messages = (document.channels as Record<string, { messages: Record<string, Json> }>).jobs!.messages
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

test('every message of the WebSocket is there by its type, and each reference leads to one', () => {
  const types = LiveMessage.options.map(({ shape }) => shape.type.value)
  expect(Object.keys(messages)).toEqual([...types, 'action'])
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/channels\/jobs\/messages\/(\w+)"/g)]
  expect(references.map(([, name]) => name).sort()).toEqual([...types, 'action'].sort())
})

test.each<[string, object]>([
  ['connected', { type: 'connected', ts: 1 }],
  ['pong', { type: 'pong', ts: 1 }],
  ['action', { action: 'subscribe', job_id: 'a' }],
])('a %s is told from what is none', (name, message) => {
  const validate = ajv.compile(messages[name]!.payload as object)
  const parses = (name === 'action' ? LiveAction : LiveMessage).safeParse(message).success
  expect([validate(message), parses, validate({})]).toEqual([true, true, false])
})

test('it is at the API of this deployment', () => {
  expect(document.servers).toMatchObject({
    api: { host: 'scrape.example.com', protocol: 'wss', pathname: '/api/v1' },
  })
})
