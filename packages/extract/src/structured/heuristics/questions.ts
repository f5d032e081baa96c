import type { Element } from '../../dom/node.ts'
import { findAll, findFirst, siblingElement } from '../../dom/query.ts'
import type { JsonObject } from '../jsonld.ts'
import { shortText } from '../short-text.ts'

const ASKED_IN: ReadonlySet<string> = new Set(['summary', 'h2', 'h3', 'h4', 'h5', 'dt', 'button'])
const QUESTION = /[?？؟;]$/
const QUESTIONS = { least: 3, most: 100 }
const ANSWER_CHARS = 4_000

/** Questions with their answers as the page lists them (`details`, headings that ask, definition lists); undefined below three. */
export function findQuestions(body: Element | undefined): JsonObject | undefined {
  if (!body) return undefined
  const asked: JsonObject[] = []
  for (const element of findAll(body, ASKED_IN)) {
    if (asked.length >= QUESTIONS.most) break
    const name = shortText(element, 250)
    if (name.length < 8 || !QUESTION.test(name)) continue
    const text = answerTo(element, name)
    if (text) asked.push({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })
  }
  return asked.length >= QUESTIONS.least ? { '@type': 'FAQPage', mainEntity: asked } : undefined
}

/** What follows the question: the rest of its `details`, the next element, or the one after its heading's box. */
function answerTo(element: Element, question: string): string | undefined {
  if (element.tag === 'summary' && element.parent && 'tag' in element.parent) {
    return shortText(element.parent, ANSWER_CHARS).slice(question.length).trim() || undefined
  }
  const box = element.parent && 'tag' in element.parent ? element.parent : undefined
  for (const next of [siblingElement(element, 1), box && siblingElement(box, 1)]) {
    if (!next || ASKED_IN.has(next.tag) || findFirst(next, ASKED_IN)) continue
    const text = shortText(next, ANSWER_CHARS)
    if (text.length > 10) return text
  }
  return undefined
}
