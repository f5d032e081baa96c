import { BATCH_FIELDS } from '../fields/batch-fields.ts'
import { CRAWL_FIELDS } from '../fields/crawl-fields.ts'
import { MAP_FIELDS } from '../fields/map-fields.ts'
import { SEARCH_FIELDS } from '../fields/search-fields.ts'

/** Fields of ours that have no row of their own with `to`. */
const OTHERS: readonly (readonly [ours: string, theirs: string])[] = [
  ['advanced.session_headers', 'headers'],
  ['advanced.user_agent', 'headers.User-Agent'],
  ['advanced.accept_language', 'location.languages'],
  ['advanced.actions', 'actions'],
  ['advanced.viewport', 'formats.screenshot.viewport'],
  ['advanced.change_tracking', 'formats.changeTracking'],
  ['location.country', 'location.country'],
  ['extraction_schema', 'formats.json.schema'],
  ['extraction_prompt', 'formats.json.prompt'],
  ['webhook_url', 'webhook.url'],
  ['webhook_headers', 'webhook.headers'],
  ['include_patterns', 'includePaths'],
  ['exclude_patterns', 'excludePaths'],
  ['max_pages', 'limit'],
  ['num_results', 'limit'],
  ['max_depth', 'maxDiscoveryDepth'],
]

/** Longer names go first: one may begin as another does. */
const NAMES = [
  ...[...BATCH_FIELDS, ...CRAWL_FIELDS, ...MAP_FIELDS, ...SEARCH_FIELDS].flatMap(({ name, to }) =>
    to === undefined || to === name ? [] : [[to, name] as const],
  ),
  ...OTHERS,
].toSorted(([a], [b]) => b.length - a.length)

/** A text about fields of ours, with the names that the caller has sent. */
export function inTheirWords(text: string): string {
  return NAMES.reduce((said, [ours, theirs]) => said.replaceAll(ours, theirs), text)
}
