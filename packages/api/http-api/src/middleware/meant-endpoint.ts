import { API_ROOT, ENDPOINTS, type Endpoint, type HttpMethod, nearestName } from '@gleaner/contracts'

interface Shown {
  method: HttpMethod
  path: string
  segments: readonly string[]
}

const SHOWN: readonly Shown[] = Object.values<Endpoint>(ENDPOINTS)
  .filter(({ operator }) => !operator)
  .map(({ method, path }) => ({ method, path, segments: path.split('/').slice(1) }))
/** Paths that name nothing of the caller's. */
const PLAIN_PATHS = [...new Set(SHOWN.filter(({ path }) => !path.includes('{')).map(({ path }) => path))]

/** What other services have a path of its own for, by its first word. */
const OTHER_PATHS: ReadonlyMap<string, string> = new Map([
  ...called(
    'POST /scrape',
    'fetch content render html markdown unblock browse get page scrapes extract-content',
  ),
  ...called('POST /scrape with advanced.screenshot', 'screenshot screenshots capture'),
  ...called('POST /scrape with advanced.generate_pdf', 'pdf pdfs print'),
  ...called('GET /r/{url}', 'r reader read'),
  ...called('POST /extract', 'llm structured ai'),
  ...called('POST /map', 'sitemap links urls'),
  ...called('GET /billing/balance', 'balance credits credit wallet'),
  ...called('GET /auth/me', 'me user profile account whoami'),
  ...called('GET /usage', 'stats statistics limits rate-limits quota'),
  ...called('POST /auth/login', 'login signin sign-in token tokens'),
  ...called('POST /auth/register', 'register signup sign-up users'),
  ...called('GET /jobs', 'tasks task runs requests results result'),
  ...called('POST /api-keys', 'keys key apikeys'),
  ...['health', 'status', 'ping', 'ready'].map((word) => [word, 'GET /healthz'] as const),
])

function called(endpoint: string, words: string): [string, string][] {
  return words.split(' ').map((word) => [word, atRoot(endpoint)])
}

/** The endpoint that a request to another path was probably meant for, as `POST /api/v1/scrape`. */
export function meantEndpoint(method: string, path: string): string | undefined {
  const relative = path.replace(/^(?:\/api)?(?:\/v\d{1,3})?(?=\/)/, '').replace(API_ROOT, '')
  const [, first = ''] = relative.toLowerCase().split('/')
  const similar = similarEndpoint(method, relative)
  if (similar !== undefined) return atRoot(similar)
  const near = nearestName(relative, PLAIN_PATHS, MOST_DIFFERENT)
  return OTHER_PATHS.get(first) ?? (near && atRoot(near))
}

/** With the prefix that every endpoint's path has. */
function atRoot(endpoint: string): string {
  return endpoint.replace('/', `${API_ROOT}/`)
}

/** More of their letters than this differ: another path. */
const MOST_DIFFERENT = 0.3

/** What the last word of a path asks for where there is an endpoint at the path before it. */
const VERBS: Readonly<Record<string, HttpMethod>> = {
  cancel: 'DELETE',
  delete: 'DELETE',
  stop: 'DELETE',
  status: 'GET',
  result: 'GET',
  results: 'GET',
  update: 'PATCH',
  edit: 'PATCH',
}

/** One of the same words, in the singular or the plural, or with a verb behind them. */
export function similarEndpoint(method: string, path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  const before = segments.slice(0, -1)
  const asked = VERBS[segments.at(-1) ?? '']
  const found =
    SHOWN.find((shown) => shown.method === method && isSimilar(shown.segments, segments)) ??
    SHOWN.find((shown) => shown.method === (asked ?? method) && isSimilar(shown.segments, before))
  return found && `${found.method} ${found.path}`
}

function isSimilar(declared: readonly string[], written: readonly string[]): boolean {
  return (
    declared.length === written.length &&
    declared.every((segment, at) => segment.startsWith('{') || singular(segment) === singular(written[at]!))
  )
}

function singular(word: string): string {
  return word.toLowerCase().replace(/(?<=ch|sh|x)es$|(?<!s)s$/, '')
}
