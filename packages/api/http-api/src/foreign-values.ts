/** What a value of another service is here. */
interface Meaning {
  /** Values here, of which the first that is allowed is meant. */
  values: readonly string[]
  /** What does the same, where none of them is allowed; of a field that also takes `among`. */
  remedy?: string
  among?: string
}

/** What other services call a value: ours, or what asks for it here. In lower case, without what joins words. */
const FOREIGN_VALUES: ReadonlyMap<string, Meaning> = new Map([
  ...called('raw', 'rawhtml source pagesource httpresponsebody'),
  ...called('markdown', 'md gfm commonmark markdowngfm fitmarkdown markdownraw textmarkdown'),
  ...called('text', 'txt plain plaintext textplain fulltext'),
  ...called('html', 'cleanhtml cleanedhtml browserhtml htmlcontent texthtml'),
  ...called('json', 'structured structureddata jsonld autoparse applicationjson'),
  ...called('pdf', 'applicationpdf'),
  ...called('links', 'urls hrefs'),
  ...called('networkidle', 'networkidle0 networkidle2 idle'),
  ...called('domcontentloaded', 'dom domready domcontent'),
  ...called('js', 'browser render rendered headless chrome javascript playwright'),
  ...called('html', 'http fast static request direct'),
  ...called('application/x-www-form-urlencoded', 'form urlencoded formurlencoded'),
  ...called('application/json', 'json'),
  ...called('completed', 'done finished succeeded success successful'),
  ...called('running', 'active processing inprogress started'),
  ...called('pending', 'queued waiting'),
  ...called('hour', '1h pasthour qdrh'),
  ...called('day', '1d 24h today pastday past24hours qdrd'),
  ...called('week', '7d pastweek qdrw'),
  ...called('month', '30d pastmonth qdrm'),
  ...called('year', '365d 12m pastyear qdry'),
  ...called(
    'job.completed',
    'jobdone jobfinished jobsucceeded scrapecompleted scrapedone taskcompleted pagecompleted',
  ),
  ...called('job.failed', 'joberror scrapefailed scrapeerror taskfailed'),
  ...called('batch.completed', 'batchdone batchfinished batchscrapecompleted'),
  ...called('crawl.completed', 'crawldone crawlfinished'),
  ...called([], 'all any everything', { remedy: 'leave the field out to get all', among: 'job.completed' }),
  ...called([], 'screenshot screenshotfullpage fullpagescreenshot pageshot', {
    remedy: 'ask for a picture by advanced.screenshot',
    among: 'markdown',
  }),
  ...called([], 'pdf', { remedy: 'ask for a printed page by advanced.generate_pdf', among: 'markdown' }),
  ...called([], 'extract llmextract llmextraction', {
    remedy: 'send an extraction_schema or an extraction_prompt',
    among: 'markdown',
  }),
  ...called([], 'stealth enhanced premium residential', {
    remedy: 'walls are met by climbing the tiers; advanced.use_proxy takes a premium proxy',
    among: 'auto',
  }),
])

function called(
  values: string | readonly string[],
  others: string,
  more: Omit<Meaning, 'values'> = {},
): [string, Meaning][] {
  const meaning = { values: typeof values === 'string' ? [values] : values, ...more }
  return others.split(' ').map((other) => [other, meaning])
}

/** What a value of another service is among those that are allowed here; undefined for one that is not known. */
export function foreignValue(
  written: string,
  allowed: readonly string[],
): { meant?: string; remedy?: string } | undefined {
  // A star is all.
  const plain = written === '*' ? 'all' : written.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const meaning = FOREIGN_VALUES.get(plain)
  if (!meaning) return undefined
  const { values, remedy, among } = meaning
  const meant = values.find((value) => allowed.includes(value))
  if (meant !== undefined) return { meant }
  return remedy !== undefined && among !== undefined && allowed.includes(among) ? { remedy } : {}
}
