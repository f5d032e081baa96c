import { checkAnswer } from '../check/check-answer.ts'
import type { Evidence } from '../check/evidence.ts'
import { LlmFailure } from '../client/llm-failure.ts'
import type { ModelAnswer, ModelClient, Question, Usage } from '../client/model-client.ts'
import { type Asked, makeQuestion, makeRepair } from './make-question.ts'
import { parseAnswer } from './parse-answer.ts'

/** What a part of a page gave. */
export interface PartAnswer {
  data: unknown
  evidence: Evidence
  unproven: string[]
  /** What did not fit the schema after the repair, and was left out. */
  dropped: string[]
  usage: Usage
  model: string
}

/** Asks for one part of a page, and once more when the answer is not of the form that was asked for. Throws LlmFailure. */
export async function askPart(
  client: ModelClient,
  asked: Asked,
  part: string,
  place: { number: number; of: number },
  signal: AbortSignal,
): Promise<PartAnswer> {
  const question = makeQuestion(asked, part, place)
  const first = await askOnce(client, question, signal)
  const judged = await judge(asked, first, part, false)
  if ('answer' in judged) return judged.answer
  const second = await askOnce(client, makeRepair(question, first.text, judged.faults), signal)
  const again = await judge(asked, second, part, true)
  if (!('answer' in again)) throw new LlmFailure('malformed', again.faults[0]?.slice(0, 200))
  return { ...again.answer, usage: addUsage(first.usage, second.usage) }
}

/** An answer that was cut off is as one that the page was too long for: a shorter part gives a shorter one. */
async function askOnce(client: ModelClient, question: Question, signal: AbortSignal): Promise<ModelAnswer> {
  const answer = await client.ask(question, signal)
  if (answer.isCut) throw new LlmFailure('context_length')
  return answer
}

async function judge(
  { schema }: Asked,
  { text, usage, model }: ModelAnswer,
  page: string,
  isLast: boolean,
): Promise<{ answer: PartAnswer } | { faults: string[] }> {
  const parsed = parseAnswer(text)
  if (!parsed.ok) return { faults: [parsed.fault] }
  const { data, passages } = parsed
  const checked = await checkAnswer({ schema: schema ?? {}, parts: [data], isLast, passages, page })
  if (checked.faults.length > 0) return { faults: checked.faults }
  const { value, evidence, unproven, dropped } = checked
  return { answer: { data: value ?? null, evidence, unproven, dropped, usage, model } }
}

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costMicros: a.costMicros === null || b.costMicros === null ? null : a.costMicros + b.costMicros,
  }
}
