import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { readPage } from '../browser/page/capture-page.ts'
import type { OpenPage } from '../browser/page/open-page.ts'
import { outcomeOfCapture } from '../browser/page/page-outcome.ts'
import { waitForIdle } from '../browser/page/wait-for-idle.ts'
import { clickThrough, sendForm } from './click-through.ts'
import { type Challenge, findChallenge } from './find-challenge.ts'
import { readImageCaptcha } from './image-captcha.ts'
import type { Ocr } from './ocr.ts'
import { solveByService } from './solve-by-service.ts'
import type { Solver } from './solver.ts'
import { waitForNavigation } from './wait-for-navigation.ts'

export interface ChallengeStep {
  open: OpenPage
  request: FetchRequest
  solver: Solver | undefined
  ocr: Ocr
}

type Blocked = Extract<FetchOutcome, { kind: 'blocked' }>

/** All that a challenge may take: services answer within a minute or two, proofs of work within seconds. */
const MAX_MS = 150_000
/** How long a page without a puzzle is given to let the browser through by itself. */
const PATIENCE_MS = 25_000
/** The same after an answer: proofs of work take long on a busy machine. */
const ANSWERED_PATIENCE_MS = 40_000
/** The same for a page that is not known to be a challenge, when it has a script that might let the browser through. */
const UNKNOWN_PATIENCE_MS = 5_000
/** Attempts at puzzles that can be answered wrongly. */
const MAX_ANSWERS = 6

/**
 * Passes the challenge in front of the page. Undefined when there is none any more; otherwise the outcome of the
 * attempt, which names the challenge.
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
    if (open.interceptor.response().raw) return undefined
    await waitForIdle(open.lease, open.traffic, signal)
    const captured = await readPage(open)
    const outcome = outcomeOfCapture(captured, request)
    if (outcome.kind !== 'blocked') return undefined

    const challenge = await findChallenge(open.lease)
    const isChallenge = outcome.wall === 'challenge' || challenge.kind !== 'none' || answers > 0
    if (!isChallenge && !captured.html?.includes('<script')) return outcome
    const tried =
      challenge.kind !== 'none' && answers < MAX_ANSWERS ? await answer(step, challenge, signal) : 'waited'
    if (tried === 'no-solver') return notSolved(outcome, challenge, 'no solver is configured')
    if (tried === 'refused') return notSolved(outcome, challenge, 'the solver found no answer')
    if (tried === 'answered') {
      answers += 1
      answeredAt = Date.now()
    }
    const unanswered = isChallenge ? PATIENCE_MS : UNKNOWN_PATIENCE_MS
    const patience = answeredAt === undefined ? unanswered : ANSWERED_PATIENCE_MS
    if (Date.now() > Math.min(startedAt + MAX_MS, (answeredAt ?? startedAt) + patience)) {
      return isChallenge ? notSolved(outcome, challenge, 'it did not let the browser through') : outcome
    }
    await waitForNavigation(open, signal)
  }
}

type Tried = 'answered' | 'waited' | 'no-solver' | 'refused'

async function answer(step: ChallengeStep, challenge: Challenge, signal: AbortSignal): Promise<Tried> {
  const { open, solver, ocr } = step
  switch (challenge.kind) {
    case 'click':
      return (await clickThrough(open.lease, challenge)) ? 'answered' : 'waited'
    case 'send':
      await waitForNavigation(open, signal)
      await sendForm(open.lease, challenge.form)
      return 'answered'
    case 'image':
      return (await readImageCaptcha(open.lease, challenge, ocr)) ? 'answered' : 'waited'
    case 'widget':
      if (solver === undefined) return 'no-solver'
      return (await solveByService(open.lease, challenge, solver, signal)) ? 'answered' : 'refused'
    default:
      return 'waited'
  }
}

function notSolved(outcome: Blocked, challenge: Challenge, why: string): Blocked {
  const what = challenge.kind === 'widget' ? challenge.vendor : undefined
  const by = what ?? outcome.by
  return { ...outcome, by, detail: `${outcome.detail}; ${what ? `${what}: ` : ''}${why}`, wall: 'challenge' }
}
