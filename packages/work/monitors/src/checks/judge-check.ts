import { isDatabaseUnavailable, type Pool } from '@gleaner/db'
import type { BlobStore } from '@gleaner/storage'
import type { JudgedPage } from '../judging/messages.ts'
import { type Judge, PageNotJudged } from '../judging/open-judge.ts'
import { keepPicture } from '../pictures/keep-picture.ts'
import type { TakenCheck } from './claim-check.ts'
import { type Counts, finishCheck } from './finish-check.ts'
import { type KnownPage, readKnownPages, readVersions } from './known-page.ts'
import { type LookedAt, readLookedAt, readResult, tellsWhatIsGone } from './looked-at.ts'
import { type PageFinding, writePage } from './write-page.ts'

export interface JudgeContext {
  pool: Pool
  judge: Judge
  files: Pick<BlobStore, 'open' | 'put' | 'delete'>
  /** Told when a picture could not be kept: its change is told without. */
  onLostPicture(error: unknown): void
  /** Has pages fetched once more on behalf of who the monitor acts for; false when that is refused. */
  fetchAgain(check: TakenCheck, urls: readonly string[], signal: AbortSignal): Promise<boolean>
}

/** Checks in a row that must miss a page of a crawl, map or search until it counts as removed. */
const MISSES = 2

/**
 * Judges a check: each page against the version before. Those that are new, changed or gone wait for a second fetch, and are judged with it. May be
 * broken off anywhere and repeated: what is written stays, and is passed over. Undefined while the second fetch goes on. Throws CheckLost.
 */
export async function judgeCheck(
  ctx: JudgeContext,
  check: TakenCheck,
  signal: AbortSignal,
): Promise<Counts | undefined> {
  const { pool } = ctx
  // As one that has fetched nothing: what is known stays.
  if (check.isLate) return await finishCheck(pool, { ...check, workId: null })
  const looked = await readLookedAt(pool, check)
  const known = await readKnownPages(pool, check.monitorId)
  const again = await secondLooks(pool, check)
  const doubtful: LookedAt[] = []
  for (const page of looked) {
    signal.throwIfAborted()
    const before = known.get(page.key.toString('hex'))
    if (before?.runId === check.runId) continue
    const finding = await findingOf(ctx, check, page, before, again?.get(page.url), signal)
    if (finding === 'doubtful' && !again) doubtful.push(page)
    else if (finding === 'doubtful') await writePage(pool, check, unsure(page))
    else await writePage(pool, check, await withPicture(ctx, check, page, before, finding))
  }
  if (doubtful.length > 0) {
    const urls = doubtful.map(({ url }) => url)
    if (await ctx.fetchAgain(check, urls, signal)) return undefined
    // Without money for it nothing is told, and the next check finds it.
    for (const page of doubtful) await writePage(pool, check, unsure(page))
  }
  await missPages(pool, check, looked, known)
  return await finishCheck(pool, check)
}

const unsure = ({ key, url }: LookedAt): PageFinding => ({
  key,
  url,
  state: 'error',
  error: 'It seems to be new or changed, and could not be fetched once more to be sure.',
  isNews: false,
})

/** What the second fetch says, by address; undefined before it has ended. */
async function secondLooks(
  pool: Pool,
  { againBatchId, isAgainOver }: TakenCheck,
): Promise<Map<string, LookedAt> | undefined> {
  if (againBatchId === null || !isAgainOver) return undefined
  const looked = await readLookedAt(pool, { kind: 'batch', workId: againBatchId })
  return new Map(looked.map((page) => [page.url, page]))
}

/** Keeps the picture of a version that is kept, or of one whose picture is about to go. */
async function withPicture(
  { pool, files, onLostPicture }: JudgeContext,
  check: TakenCheck,
  { jobId }: LookedAt,
  before: KnownPage | undefined,
  finding: PageFinding,
): Promise<PageFinding> {
  const { judged } = finding
  if (!check.hasScreenshots || !judged || jobId === undefined) return finding
  if (!judged.kept && before?.isPictureLasting) return finding
  try {
    const id = await keepPicture(pool, files, check, jobId)
    return { ...finding, picture: { id, before: before?.pictureId ?? null } }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    onLostPicture(error)
    return finding
  }
}

type Again = LookedAt | undefined

async function findingOf(
  ctx: JudgeContext,
  check: TakenCheck,
  page: LookedAt,
  before: KnownPage | undefined,
  again: Again,
  signal: AbortSignal,
): Promise<PageFinding | 'doubtful'> {
  const { key, url } = page
  const failed = (error: string): PageFinding => ({ key, url, state: 'error', error, isNews: false })
  const isBack = before === undefined || before.isGone
  // It was not in the list before; not one that was and answered that it is not there.
  const hasCome = before === undefined || (before.isGone && before.missing > 0)
  switch (page.outcome) {
    case 'error':
      return page.isListed && hasCome
        ? { ...failed(page.error!), state: 'new', isNews: check.isKnown }
        : failed(page.error!)
    case 'listed':
      return { key, url, state: isBack ? 'new' : 'same', isNews: isBack && check.isKnown }
    case 'gone':
      if (isBack) return failed('It answered that it is not there.')
      if (again?.outcome !== 'gone') return 'doubtful'
      return { key, url, state: 'removed', isNews: true }
    case 'page':
      break
  }
  try {
    const judged = await judgePage(ctx, check, page, isBack, again, signal)
    if (judged === undefined) return failed('Its content is too large to be compared, or has expired.')
    if (judged.needsAgain) return 'doubtful'
    const { state } = judged
    // What a list names is no news when it comes at last, nor is what was told before it could be fetched.
    const isFound =
      check.isKnown &&
      (check.kind === 'crawl' || before?.isGone === true || (hasCome && check.kind === 'search'))
    return { key, url, state, judged, isNews: state === 'changed' || (state === 'new' && isFound) }
  } catch (error) {
    if (error instanceof PageNotJudged) return failed(error.message)
    throw error
  }
}

async function judgePage(
  { pool, judge }: JudgeContext,
  check: TakenCheck,
  page: LookedAt,
  isBack: boolean,
  again: Again,
  signal: AbortSignal,
): Promise<JudgedPage | undefined> {
  const now = await readResult(pool, page.jobId!)
  if (now === undefined) return undefined
  const isSure = again?.outcome === 'page'
  const { mask, chain } = await readVersions(pool, check, page.key)
  const task = {
    watch: check.watch,
    before: isBack ? undefined : chain,
    now,
    again: isSure ? await readResult(pool, again.jobId!) : undefined,
    mask,
  }
  return await judge.judge(task, signal)
}

/** Known pages of a crawl, map or search that were not found. */
async function missPages(
  pool: Pool,
  check: TakenCheck,
  looked: readonly LookedAt[],
  known: ReadonlyMap<string, KnownPage>,
): Promise<void> {
  if (check.kind === 'batch' || !(await tellsWhatIsGone(pool, check, looked.length))) return
  const found = new Set(looked.map(({ key }) => key.toString('hex')))
  for (const [hex, { key, url, isGone, missing, runId }] of known) {
    if (found.has(hex) || isGone || runId === check.runId) continue
    const isRemoved = missing + 1 >= MISSES
    await writePage(pool, check, {
      key,
      url,
      state: isRemoved ? 'removed' : 'same',
      missing: missing + 1,
      isNews: isRemoved,
    })
  }
}
