import { expect, test } from '@jest/globals'
import express from 'express'
import { trustProxyField } from './trust-proxy.ts'

const parse = (text?: string) => trustProxyField().safeParse(text)

test.each<[string | undefined, number | string[]]>([
  [undefined, 0],
  ['0', 0],
  ['2', 2],
  ['loopback', ['loopback']],
  [
    '10.0.0.0/8, 192.0.2.1, fd00::/8, ::1, uniquelocal',
    ['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1', 'uniquelocal'],
  ],
])('%s is a setting that Express takes', (text, value) => {
  const { data } = parse(text)
  expect(data).toEqual(value)
  express().set('trust proxy', data)
})

test.each([
  '11',
  '-1',
  '1.5',
  'true',
  '*',
  '',
  ',',
  'proxy.example',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '1.2.3',
  '0x7f.1',
])('"%s" is refused', (text) => expect(parse(text).success).toBe(false))
