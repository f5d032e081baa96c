import { LIMITS } from '@gleaner/contracts'
import { place } from '../translate/draft.ts'
import { withScheme } from '../translate/with-scheme.ts'
import type { Field } from './field.ts'
import { CLIENT_FIELDS } from './scrape-fields.ts'

/** Without `limit`. */
export const USUAL_LINKS = 5_000

/** Body of POST /map. */
export const MAP_FIELDS: readonly Field[] = [
  { name: 'url', type: 'string', set: (url, draft) => place(draft, 'url', withScheme(url)), does: '`url`' },
  ...CLIENT_FIELDS,
  { name: 'search', type: 'string', to: 'search' },
  { name: 'sitemap', type: 'string', in: ['v2'], oneOf: ['skip', 'include', 'only'], to: 'sitemap' },
  {
    name: 'ignoreSitemap',
    type: 'boolean',
    in: ['v1'],
    idle: [false],
    set: (_, draft) => place(draft, 'sitemap', 'skip'),
    does: '`sitemap: "skip"`',
  },
  {
    name: 'sitemapOnly',
    type: 'boolean',
    in: ['v1'],
    idle: [false],
    set: (_, draft) => place(draft, 'sitemap', 'only'),
    does: '`sitemap: "only"`',
  },
  { name: 'includeSubdomains', type: 'boolean', to: 'include_subdomains' },
  {
    name: 'limit',
    type: 'number',
    min: 1,
    set: (limit: number, draft) => place(draft, 'max_pages', Math.min(limit, LIMITS.mapPages.max)),
    does: `\`max_pages\`; ${USUAL_LINKS.toLocaleString('en')} without it`,
  },
  {
    name: 'timeout',
    type: 'number',
    min: 1000,
    set: (ms: number, draft) =>
      place(draft, 'timeout', Math.min(Math.ceil(ms / 1000), LIMITS.timeoutSeconds.max)),
    does: '`timeout`, in seconds',
  },
  {
    name: 'ignoreQueryParameters',
    type: 'boolean',
    set: () => undefined,
    does: 'links that differ in their query are one; usual in v2',
  },
  { name: 'ignoreCache', type: 'boolean', noEffect: 'maps are made anew each time.' },
  { name: 'useIndex', type: 'boolean', idle: [false], noEffect: 'maps are made anew each time.' },
  {
    name: 'useMock',
    type: 'string',
    idle: ['none'],
    noEffect: 'there are no mocks; test keys map the sample site.',
  },
  { name: 'location', type: 'object', noEffect: 'maps are made from where the server stands.' },
  {
    name: 'threatProtection',
    type: 'object',
    in: ['v2'],
    refused: { status: 400, instead: 'Leave it out: ignoring it would break what it promises.' },
  },
  { name: 'auditMetadata', type: 'object', noEffect: 'calls are in the audit log under their key.' },
]
