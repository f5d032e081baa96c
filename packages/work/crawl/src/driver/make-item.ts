import { uuidv7 } from '@gleaner/contracts/ids'
import { isWanted, webhookDialectOf } from '@gleaner/contracts/webhook-dialect'
import { isRoute } from '@gleaner/extract/is-route'
import { type KnownHost, makePlan, type NewJob, type ScrapeSecrets } from '@gleaner/jobs'
import { lineName } from '@gleaner/queue'
import type { Resource } from '@gleaner/queue/work'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { CrawlBatch, CrawlRow } from '../crawl-row.ts'
import { secretsContext } from '../secrets.ts'

/** What all items of a crawl have in common. */
export interface ItemMaker {
  /** The line that they wait and work in. */
  line: string
  /**
   * The item that scrapes a page; `maxCredits` caps what it may cost. Throws BUDGET_EXCEEDED when that does not pay its first tier. It is never
   * answered from the cache, where no page's links are kept.
   */
  make(url: string, host: KnownHost | undefined, maxCredits?: number): NewJob
}

export function createItemMaker(
  crawl: CrawlRow,
  { apiKeyId, test, webhookUrl, metadata }: CrawlBatch,
  secretBox: SecretBox,
): ItemMaker {
  const { accountId, options } = crawl
  const line = lineOf(crawl)
  const secrets = openSecrets(crawl, secretBox)
  const { origin } = new URL(options.scrape.url)
  // A crawl tells of its end alone, unless it was asked to tell of each page too, as the API that it was asked for by may.
  const dialect = webhookUrl === null ? undefined : webhookDialectOf(metadata)
  const tellsPages = webhookUrl !== null && (dialect ? isWanted(dialect, 'page') : options.webhook_pages)
  return {
    line,
    make(url, host, maxCredits) {
      const { scrape } = options
      const cost_controls = {
        ...scrape.cost_controls,
        ...(maxCredits !== undefined && { max_credits: maxCredits }),
        // No tier without a browser can tell it from the page that it is a place of.
        ...(isRoute(new URL(url).hash) && { prefer_speed: true }),
      }
      const spec = { ...scrape, url, cost_controls }
      const own = secrets && (new URL(url).origin === origin ? secrets : withoutLogin(secrets))
      return {
        id: uuidv7(),
        accountId,
        apiKeyId,
        test,
        spec,
        secrets: own,
        plan: makePlan(spec, host),
        cacheKey: undefined,
        idempotency: undefined,
        ...(tellsPages && { webhookUrl: webhookUrl! }),
        line,
      }
    },
  }
}

export function lineOf({ id, maxConcurrency, delayMs }: CrawlRow): Resource {
  return lineName(id, { atOnce: maxConcurrency, gapMs: delayMs })
}

function openSecrets({ id, secrets }: CrawlRow, box: SecretBox): ScrapeSecrets | undefined {
  return secrets ? JSON.parse(box.open(secrets, secretsContext(id))) : undefined
}

/** The login that the start page's address held, and where it may be sent. */
export function loginOf(
  crawl: CrawlRow,
  box: SecretBox,
): { origin: string; authorization: string } | undefined {
  const authorization = openSecrets(crawl, box)?.authorization
  return authorization === undefined
    ? undefined
    : { origin: new URL(crawl.options.scrape.url).origin, authorization }
}

/** The login that the start page's address held is for its origin alone. */
function withoutLogin({ authorization: _, ...rest }: ScrapeSecrets): ScrapeSecrets | undefined {
  return Object.keys(rest).length > 0 ? rest : undefined
}
