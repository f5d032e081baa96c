import type { JsonSchema } from '@gleaner/contracts'
import { LlmFailure } from '../client/llm-failure.ts'
import type { Usage } from '../client/model-client.ts'
import { addUsage } from './ask-part.ts'
import { extractWithModel, type ModelTask } from './extract-with-model.ts'

const PROMPT =
  'Summarise the page for somebody who has not read it: what it is, and what it says, in three to six plain sentences, in the language of the page. No opinion, and nothing that the page does not say. Give the sentences as one text.'
const PROMPT_OF_PARTS =
  'The page consists of summaries of the parts of one long page, in order. Make one summary of them for somebody who has read none: three to six plain sentences, in their language, as one text.'

/** A list, so that summaries of parts stand beside each other. */
const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { summaries: { type: 'array', items: { type: 'string' } } },
  required: ['summaries'],
}

export interface Summary {
  text: string
  warnings: string[]
  usage: Usage
  model: string
}

/** Has a model summarise the text of a page; of a long one the summaries of its parts once more. Throws LlmFailure. */
export async function summarize(
  deps: Parameters<typeof extractWithModel>[0],
  task: Pick<ModelTask, 'key' | 'model' | 'text' | 'url'>,
  signal: AbortSignal,
): Promise<Summary> {
  const ask = async (prompt: string, text: string) => {
    const ran = await extractWithModel(
      deps,
      { ...task, prompt, text, schema: SCHEMA, evidence: false },
      signal,
    )
    const { summaries } = ran.data as { summaries?: unknown }
    const texts = Array.isArray(summaries) ? summaries.filter((part) => typeof part === 'string') : []
    if (texts.every((part) => part.trim() === '')) throw new LlmFailure('malformed', 'it gave no summary')
    return {
      ...ran,
      texts,
      warnings: ran.warnings.map((warning) => warning.replace('extraction_prompt', 'summary')),
    }
  }
  const first = await ask(PROMPT, task.text)
  const { warnings, usage, model } = first
  if (!first.isInParts) return { text: first.texts.join(' '), warnings, usage, model }
  const second = await ask(PROMPT_OF_PARTS, first.texts.join('\n\n'))
  return { text: second.texts.join(' '), warnings, usage: addUsage(usage, second.usage), model }
}
