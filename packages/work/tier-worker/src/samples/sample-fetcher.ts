import { BROWSER_TIERS } from '@gleaner/contracts/tier'
import type {
  FetchedPage,
  Fetcher,
  FetchOutcome,
  FetchRequest,
  InternalResponse,
  InternalSite,
} from '@gleaner/http-tiers'
import { outcomeOf } from '@gleaner/http-tiers'
import { classify } from '@gleaner/verdict'
import { type SampleAnswer, sampleAnswer, sampleResource } from './sample-site.ts'

/**
 * The fetcher of test keys for a tier: nothing leaves the service. Browsers are the tier's own, in which the sample site answers in
 * place of the network, so that every option that a browser has is answered by one. Verdicts are those of any target.
 */
export function createSampleFetcher(own: Fetcher): Fetcher {
  const { tier } = own
  return {
    tier,
    async fetch(request, signal) {
      const inBrowser = BROWSER_TIERS.has(tier)
      const target = inBrowser ? pictured(request) : request
      const answer = sampleAnswer(target)
      if (typeof answer === 'string') return OUTCOMES[answer]
      if (!inBrowser) return judge(request, answer, await requestHeadersOf(own, request))
      return await own.fetch({ ...request, proxy: undefined, site: siteFor(target) }, signal)
    },
    close: async () => {},
  }
}

/** A picture that was asked for is one of the page itself, also where the mode asks for another form of it. */
function pictured(request: FetchRequest): FetchRequest {
  const { screenshot, pdf } = request.browser ?? {}
  return screenshot || pdf ? { ...request, mode: 'auto' } : request
}

/** A link that an action follows leads to another sample page. */
function siteFor(target: FetchRequest): InternalSite {
  return (url, isDocument) => {
    if (!isDocument) return sampleResource(url)
    const answer = sampleAnswer({ ...target, url })
    return typeof answer === 'string' ? undefined : answer
  }
}

const OUTCOMES: Record<Extract<SampleAnswer, string>, FetchOutcome> = {
  blocked: {
    kind: 'blocked',
    by: 'sample',
    status: 403,
    detail: 'blocked by sample (HTTP 403)',
    wall: 'refusal',
  },
  // At once: what a real one shows is how it ends, and not how long a worker can be kept.
  timeout: {
    kind: 'failed',
    reason: 'timeout',
    detail: 'the sample target did not answer in time',
    mayHaveBeenSent: true,
  },
}

/** What the tier would have sent, where that was asked for. */
async function requestHeadersOf(
  own: Fetcher,
  request: FetchRequest,
): Promise<Pick<FetchedPage, 'requestHeaders'>> {
  return request.tellsRequestHeaders ? { requestHeaders: await own.requestHeaders?.(request) } : {}
}

function judge(
  request: FetchRequest,
  { status, headers, body }: InternalResponse,
  extras: Pick<FetchedPage, 'requestHeaders'>,
): FetchOutcome {
  const { url, method, mode, takesFiles } = request
  const verdict = classify({
    status,
    headers,
    body,
    finalUrl: url,
    requestedUrl: url,
    method,
    mode,
    takesFiles,
    rendered: false,
  })
  return outcomeOf(verdict, { finalUrl: url, redirectChain: [], status, headers, body, ...extras })
}
