import { untilAborted } from '@gleaner/runtime/until'
import { checkAnswer } from '../check/check-answer.ts'
import type { Evidence } from '../check/evidence.ts'
import { createClient } from '../client/create-client.ts'
import type { GuardedFetch } from '../client/guarded-fetch.ts'
import { LlmFailure } from '../client/llm-failure.ts'
import type { ModelClient, Usage } from '../client/model-client.ts'
import type { OpenedLlmKey } from '../keys/open-llm-key.ts'
import { type AnswerStore, keyOf } from './answer-store.ts'
import { addUsage, askPart, type PartAnswer } from './ask-part.ts'
import type { Asked } from './make-question.ts'
import { splitText } from './split-text.ts'

export interface ModelTask extends Asked {
  key: OpenedLlmKey
  /** Goes before the model that is stored with the key. */
  model: string | undefined
  /** The text of the page. */
  text: string
}

/** What a model made of a page. */
export interface ModelRun {
  data: unknown
  evidence: Evidence
  missing: string[]
  warnings: string[]
  usage: Usage
  model: string
  /** It was read in several parts. */
  isInParts: boolean
}

/** Characters of a part: some 25,000 to 50,000 tokens, which every current model reads. One that does not gets shorter ones. */
const PART_CHARS = 100_000
/** A part that is too long at this length is not split any more. */
const LEAST_CHARS = 4_000
/** Parts of one page; what lies behind them is not read. */
const MOST_PARTS = 20
const PARTS_AT_ONCE = 3
/** Characters of what all parts gave, as JSON. */
const MOST_RESULT_CHARS = 4_000_000

/**
 * Extracts what a prompt asks for from the text of a page, through the caller's key: long pages part by part. Each answer is kept until
 * the job ends, so that nothing is asked twice. Throws LlmFailure; `signal` ends it as a timeout.
 */
export async function extractWithModel(
  deps: { guarded: Pick<GuardedFetch, 'fetch'>; answers: AnswerStore },
  task: ModelTask,
  signal: AbortSignal,
): Promise<ModelRun> {
  const model = task.model ?? task.key.model
  if (!model) throw new LlmFailure('no_model')
  const client = await createClient(deps.guarded, task.key, model)
  const parts = splitText(task.text, PART_CHARS)
  const read = parts.slice(0, MOST_PARTS)
  const ask = rememberingAsk(deps.answers, client, task, model, signal)
  const answers: PartAnswer[] = []
  for (let at = 0; at < read.length; at += PARTS_AT_ONCE) {
    const some = read.slice(at, at + PARTS_AT_ONCE)
    const place = (index: number) => ({ number: at + index + 1, of: read.length })
    answers.push(...(await Promise.all(some.map((part, index) => ask(part, place(index))))).flat())
  }
  return await conclude(task, answers, parts.length - read.length, model)
}

type Place = { number: number; of: number }

/** Asks for a part, or for its halves where it is too long for the model; in the order of the page. */
function rememberingAsk(
  answers: AnswerStore,
  client: ModelClient,
  { key, text: _, ...asked }: ModelTask,
  model: string,
  signal: AbortSignal,
): (part: string, place: Place) => Promise<PartAnswer[]> {
  const { prompt, schema, evidence, url } = asked
  return async function ask(part, place) {
    const name = keyOf([key.provider, key.baseUrl, model, { prompt, schema, evidence, url }, part])
    const known = await answers.find(name)
    if (known) return [known]
    try {
      // An SDK may wait for its next try without hearing of the deadline.
      const answer = await untilAborted(
        askPart(client, { prompt, schema, evidence, url }, part, place, signal),
        signal,
        () => new LlmFailure('timeout'),
      )
      await answers.keep(name, answer)
      return [answer]
    } catch (error) {
      const isTooLong = error instanceof LlmFailure && error.reason === 'context_length'
      if (!isTooLong || part.length <= LEAST_CHARS) throw error
      const given: PartAnswer[] = []
      for (const half of splitText(part, Math.ceil(part.length / 2))) given.push(...(await ask(half, place)))
      return given
    }
  }
}

async function conclude(
  { schema = {}, evidence }: ModelTask,
  answers: readonly PartAnswer[],
  unread: number,
  model: string,
): Promise<ModelRun> {
  const parts = answers.map(({ data }) => data)
  const checked = await checkAnswer({ schema, parts, isLast: true, passages: [], page: '' })
  if (checked.faults.length > 0) throw new LlmFailure('malformed', checked.faults[0]?.slice(0, 200))
  if (JSON.stringify(checked.value ?? null).length > MOST_RESULT_CHARS) throw new LlmFailure('too_large')
  const dropped = [...new Set([...answers.flatMap((answer) => answer.dropped), ...checked.dropped])]
  const unproven = evidence ? [...new Set(answers.flatMap((answer) => answer.unproven))] : []
  return {
    data: checked.value ?? {},
    evidence: Object.assign({}, ...answers.map((answer) => answer.evidence).toReversed()),
    missing: checked.missing,
    warnings: [
      ...(unread > 0
        ? [
            `extraction_prompt: the page is longer than ${MOST_PARTS} parts of ${PART_CHARS} characters; what lies behind them was not read.`,
          ]
        : []),
      ...(dropped.length > 0
        ? [`extraction_prompt: what did not fit extraction_schema was left out: ${shown(dropped)}.`]
        : []),
      ...(unproven.length > 0
        ? [
            `evidence: the passages for these fields do not stand in the page and were left out: ${shown(unproven)}.`,
          ]
        : []),
    ],
    usage: answers.map(({ usage }) => usage).reduce(addUsage),
    model: answers[0]?.model || model,
    isInParts: answers.length > 1,
  }
}

function shown(names: readonly string[]): string {
  const some = names.slice(0, 10).map((name) => name.slice(0, 100))
  return names.length > some.length
    ? `${some.join(', ')} and ${names.length - some.length} more`
    : some.join(', ')
}
