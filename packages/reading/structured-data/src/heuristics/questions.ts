import { childElements, type Element, findAll, findFirst, type ParentNode } from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

const ASKED_IN: ReadonlySet<string> = new Set(['summary', 'h2', 'h3', 'h4', 'h5', 'dt', 'button'])
const QUESTION = /[?？؟;]$/
const QUESTIONS = { least: 3, most: 100 }
const ANSWER_CHARS = 4_000
/** Share of the page's text: articles, shops and services answer some questions, too. */
const LEAST_SHARE = 0.5

/** A question of schema.org. */
type Question = { '@type': 'Question'; name: string; acceptedAnswer: { '@type': 'Answer'; text: string } }

/** The page as its questions and their answers, when these are most of its text; undefined when it is about something else. */
export function questionsPage({ body, chars }: PageIndex): JsonObject | undefined {
  const asked = findQuestions(body)
  const length = asked.reduce(
    (sum, { name, acceptedAnswer }) => sum + name.length + acceptedAnswer.text.length,
    0,
  )
  return asked.length > 0 && length >= LEAST_SHARE * chars
    ? { '@type': 'FAQPage', mainEntity: asked }
    : undefined
}

/** Questions with their answers as the page lists them (`details`, headings that ask, definition lists); none below three. */
export function findQuestions(body: Element | undefined): Question[] {
  if (!body) return []
  const asked: Question[] = []
  const answers = createAnswers()
  for (const element of findAll(body, ASKED_IN)) {
    if (asked.length >= QUESTIONS.most) break
    const name = shortText(element, 250)
    if (name.length < 8 || !QUESTION.test(name)) continue
    const text = answerTo(element, name, answers)
    if (text) asked.push({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })
  }
  return asked.length >= QUESTIONS.least ? asked : []
}

/** What follows the question: the rest of its `details`, the next element, or the one after its heading's box. */
function answerTo(element: Element, question: string, answers: Answers): string | undefined {
  if (element.tag === 'summary' && element.parent && 'tag' in element.parent) {
    return shortText(element.parent, ANSWER_CHARS).slice(question.length).trim() || undefined
  }
  const box = element.parent && 'tag' in element.parent ? element.parent : undefined
  return answers.after(element) ?? (box && answers.after(box))
}

interface Answers {
  /** The text of the element after this one, when it may be an answer. */
  after(element: Element): string | undefined
}

/** Each element is looked for, and read, once: thousands of questions may stand in one box, or before one answer. */
function createAnswers(): Answers {
  const followers = new Map<ParentNode, Map<Element, Element>>()
  const texts = new Map<Element, string | undefined>()
  return {
    after(element) {
      const { parent } = element
      if (!parent) return undefined
      const known = followers.get(parent) ?? followersIn(parent)
      followers.set(parent, known)
      const next = known.get(element)
      if (next && !texts.has(next)) texts.set(next, answerIn(next))
      return next && texts.get(next)
    },
  }
}

function followersIn(parent: ParentNode): Map<Element, Element> {
  const children = childElements(parent)
  return new Map(children.slice(1).map((next, before) => [children[before]!, next]))
}

function answerIn(element: Element): string | undefined {
  if (ASKED_IN.has(element.tag) || findFirst(element, ASKED_IN)) return undefined
  const text = shortText(element, ANSWER_CHARS)
  return text.length > 10 ? text : undefined
}
