import type { Field } from './field.ts'
import { CLIENT_FIELDS, SCRAPE_OPTIONS } from './scrape-fields.ts'

/** Of the fields of a scrape those that say how a page is read. */
const READING: ReadonlySet<string> = new Set([
  'formats',
  'onlyMainContent',
  'includeTags',
  'excludeTags',
  'timeout',
  'parsers',
  'removeBase64Images',
  'redactPII',
  'storeInCache',
  'useMock',
  'fastMode',
  'skipTlsVerification',
])

/** The part `options` of POST /parse. */
export const PARSE_FIELDS: readonly Field[] = [
  ...CLIENT_FIELDS,
  ...SCRAPE_OPTIONS.filter(({ name }) => READING.has(name)),
  {
    name: 'proxy',
    type: 'string',
    oneOf: ['basic', 'auto'],
    idle: ['basic', 'auto'],
    noEffect: 'nothing is fetched.',
  },
  { name: 'headers', type: 'object', noEffect: 'nothing is fetched.' },
  { name: 'blockAds', type: 'boolean', noEffect: 'nothing is fetched.' },
  {
    name: 'zeroDataRetention',
    type: 'boolean',
    idle: [false],
    refused: { status: 400, instead: 'What is made of a file is kept for a day.' },
  },
  { name: 'auditMetadata', type: 'object', noEffect: 'calls are in the audit log under their key.' },
]
