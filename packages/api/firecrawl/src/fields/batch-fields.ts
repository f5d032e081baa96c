import { LIMITS } from '@gleaner/contracts'
import { place } from '../translate/draft.ts'
import { withScheme } from '../translate/with-scheme.ts'
import type { Field } from './field.ts'
import { FETCH_FIELDS, SCRAPE_OPTIONS } from './scrape-fields.ts'
import { WEBHOOK_FIELD } from './webhook-field.ts'

/** Body of POST /batch/scrape: the fields of a scrape stand beside the addresses. */
export const BATCH_FIELDS: readonly Field[] = [
  {
    name: 'urls',
    type: 'strings',
    set: (urls: string[], draft) => place(draft, 'urls', urls.map(withScheme)),
    does: '`urls`',
  },
  ...FETCH_FIELDS,
  ...SCRAPE_OPTIONS,
  WEBHOOK_FIELD,
  {
    name: 'ignoreInvalidURLs',
    type: 'boolean',
    set: (skips: boolean, draft) => place(draft, 'on_invalid', skips ? 'skip' : 'refuse'),
    does: '`on_invalid`: `skip`, which is usual in v2, or `refuse`',
  },
  {
    name: 'appendToId',
    type: 'string',
    refused: {
      status: 501,
      instead: 'A batch is what it was when it was accepted: send the addresses as one of their own.',
    },
  },
  {
    name: 'maxConcurrency',
    type: 'number',
    min: 1,
    set: (most: number, draft) => place(draft, 'concurrency', Math.min(most, LIMITS.batchUrls)),
    does: `\`concurrency\`, at most ${LIMITS.batchUrls.toLocaleString('en')}`,
  },
]
