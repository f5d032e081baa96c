import type { OpenPage } from '../browser/open-page.ts'
import { settle } from '../browser/settle.ts'
import { look } from '../browser/visit.ts'
import { outcomeOfVisit } from '../browser/visit-outcome.ts'
import type { FetchOutcome, FetchRequest } from '../fetcher.ts'
import { clickThrough, sendForm } from './click-through.ts'
import { findObstacle, type Obstacle } from './find-obstacle.ts'
import { readImageCaptcha } from './image-captcha.ts'
import type { Ocr } from './ocr.ts'
import { solveByService } from './solve-by-service.ts'
import type { Solver } from './solver.ts'
import { untilPageMoves } from './until-page-moves.ts'

export interface ChallengeStep {
  open: OpenPage
  request: FetchRequest
  solver: Solver | undefined
  ocr: Ocr
}

type Blocked = Extract<FetchOutcome, { kind: 'blocked' }>

/** All that a challenge may take: services answer within a minute or two, proofs of work within seconds. */
const MAX_MS = 150_000
/** How long a page that asks for nothing is given to let the browser through by itself. */
const PATIENCE_MS = 25_000
/** The same after an answer: proofs of work take long on a busy machine. */
const ANSWERED_PATIENCE_MS = 40_000
/** The same for a page of which nobody knows that it is a challenge, when it has a script that might let us in. */
const UNKNOWN_PATIENCE_MS = 5_000
/** Attempts at puzzles that can be answered wrongly. */
const MAX_ANSWERS = 6

/**
 * Gets past what stands in front of the page. Undefined when nothing does any more; otherwise the outcome of an
 * attempt that ends here, which says what was met.
 */
export async function passChallenge(
  step: ChallengeStep,
  signal: AbortSignal,
): Promise<FetchOutcome | undefined> {
  const { open, request } = step
  const startedAt = Date.now()
  let answeredAt: number | undefined
  let answers = 0
  for (;;) {
    if (open.tap.answer().raw) return undefined
    await settle(open.lease, open.traffic, signal)
    const visit = await look(open)
    const outcome = outcomeOfVisit(visit, request)
    if (outcome.kind !== 'blocked') return undefined

    const obstacle = await findObstacle(open.lease)
    const isChallenge = outcome.challenge || obstacle.kind !== 'none' || answers > 0
    if (!isChallenge && !visit.html?.includes('<script')) return outcome
    const tried =
      obstacle.kind !== 'none' && answers < MAX_ANSWERS ? await answer(step, obstacle, signal) : 'waited'
    if (tried === 'no-solver') return notSolved(outcome, obstacle, 'no solver is configured')
    if (tried === 'refused') return notSolved(outcome, obstacle, 'the solver found no answer')
    if (tried === 'answered') {
      answers += 1
      answeredAt = Date.now()
    }
    const unanswered = isChallenge ? PATIENCE_MS : UNKNOWN_PATIENCE_MS
    const patience = answeredAt === undefined ? unanswered : ANSWERED_PATIENCE_MS
    if (Date.now() > Math.min(startedAt + MAX_MS, (answeredAt ?? startedAt) + patience)) {
      return isChallenge ? notSolved(outcome, obstacle, 'it did not let the browser through') : outcome
    }
    await untilPageMoves(open, signal)
  }
}

type Tried = 'answered' | 'waited' | 'no-solver' | 'refused'

async function answer(step: ChallengeStep, obstacle: Obstacle, signal: AbortSignal): Promise<Tried> {
  const { open, solver, ocr } = step
  switch (obstacle.kind) {
    case 'click':
      return (await clickThrough(open.lease, obstacle)) ? 'answered' : 'waited'
    case 'send':
      await untilPageMoves(open, signal)
      await sendForm(open.lease, obstacle.form)
      return 'answered'
    case 'image':
      return (await readImageCaptcha(open.lease, obstacle, ocr)) ? 'answered' : 'waited'
    case 'widget':
      if (solver === undefined) return 'no-solver'
      return (await solveByService(open.lease, obstacle, solver, signal)) ? 'answered' : 'refused'
    default:
      return 'waited'
  }
}

function notSolved(outcome: Blocked, obstacle: Obstacle, why: string): Blocked {
  const what = obstacle.kind === 'widget' ? obstacle.vendor : undefined
  const by = what ?? outcome.by
  return { ...outcome, by, detail: `${outcome.detail}; ${what ? `${what}: ` : ''}${why}`, challenge: true }
}
