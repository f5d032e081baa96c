import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { durationField, flagField, intField, listField, portField, urlField } from './env-fields.ts'
import { readSetting, settingFacts, settings } from './setting.ts'

describe('readSetting', () => {
  test.each([
    [portField(8080), 'port, 0 to 65535', '8080'],
    [intField({ min: 64, max: 512, fallback: 64, unit: 'MB' }), 'MB, 64 to 512', '64'],
    [flagField(true), 'true or false', 'true'],
    [durationField(0), 'length of time', '0'],
    [durationField(1_500), 'length of time', '1500ms'],
    [durationField(600_000, 50), 'length of time, at least 50ms', '10m'],
    [durationField(86_400_000), 'length of time', '1d'],
    [listField(['a', 'b']), 'comma list', 'a,b'],
    [listField().refine(() => true), 'comma list', undefined],
    [urlField(['http', 'https']).default('http://a'), 'http or https URL', 'http://a'],
    [z.enum(['auto', 'off']).default('off'), 'auto, off', 'off'],
    [z.string().max(9).optional(), 'text', undefined],
  ])('tells what a field takes, and its default as an operator writes it', (field, takes, own) => {
    const { A } = settings('api', { A: field.describe('meaning') })
    expect(readSetting('A', A)).toMatchObject({
      area: 'api',
      meaning: 'meaning',
      takes,
      default: own,
      isRequired: false,
    })
  })

  test('tells secrets, what must be set, and a default that no value could be', () => {
    const fields = settings('secrets', {
      KEY: z.string().describe('a key').register(settingFacts, { secret: true }),
      PAGES: intField({ min: 1, fallback: 0 })
        .describe('pages')
        .register(settingFacts, { byDefault: 'by memory' }),
    })
    expect(readSetting('KEY', fields.KEY)).toMatchObject({ isSecret: true, isRequired: true })
    expect(readSetting('PAGES', fields.PAGES)).toMatchObject({
      isSecret: false,
      default: undefined,
      byDefault: 'by memory',
    })
  })

  test('refuses a field that says too little of itself', () => {
    const { A, B } = settings('api', { A: z.string(), B: z.custom().describe('anything') })
    expect(() => readSetting('A', A)).toThrow('A has no description')
    expect(() => readSetting('B', B)).toThrow('B has no `takes`')
    expect(() => readSetting('C', z.string().describe('something'))).toThrow('C has no area')
  })
})
