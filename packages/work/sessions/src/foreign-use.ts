import type { Action, AdvancedOptions, Issue } from '@gleaner/contracts'

/** What a request asks for, as far as it could show the values of its session to who may only use it. */
export interface AskedOfSession {
  url: string
  advanced: Pick<
    AdvancedOptions,
    'use_own_proxy' | 'screenshot' | 'generate_pdf' | 'wait_for' | 'actions' | 'session_headers'
  >
}

interface Rule {
  path: string
  message: string
  isBroken(asked: AskedOfSession): boolean
}

/**
 * What who may only use a session may not ask for: ways past TLS, and past the hiding of its values in what they are given. At the address
 * that a request begins with; where redirects lead is the fetch engine's (`httpsOnly`).
 */
const RULES: readonly Rule[] = [
  {
    path: 'url',
    message: 'must begin with https://',
    isBroken: ({ url }) => URL.parse(url)?.protocol !== 'https:',
  },
  {
    path: 'advanced.use_own_proxy',
    message: 'must be left out: a proxy of yours would see the connection',
    isBroken: ({ advanced }) => advanced.use_own_proxy === true,
  },
  {
    path: 'advanced.screenshot',
    message: 'must be left out: nothing can be hidden in a picture',
    isBroken: ({ advanced }) => advanced.screenshot === true,
  },
  {
    path: 'advanced.generate_pdf',
    message: 'must be left out: nothing can be hidden in a printed page',
    isBroken: ({ advanced }) => advanced.generate_pdf === true,
  },
  {
    path: 'advanced.actions',
    message: 'must not take a screenshot: nothing can be hidden in a picture',
    isBroken: ({ advanced }) => (advanced.actions ?? []).some(({ type }) => type === 'screenshot'),
  },
  {
    path: 'advanced.actions',
    message: 'must not run a script: it could read the values and send them away',
    isBroken: ({ advanced }) => (advanced.actions ?? []).some(({ type }) => type === 'execute_js'),
  },
  {
    path: 'advanced.wait_for',
    message:
      'must not compare a part of an attribute (^=, $=, *=, ~=, |=): it would tell values letter by letter',
    isBroken: ({ advanced }) => comparesParts(advanced.wait_for),
  },
  {
    path: 'advanced.actions',
    message:
      'must not have a selector that compares a part of an attribute (^=, $=, *=, ~=, |=): it would tell values letter by letter',
    isBroken: ({ advanced }) => (advanced.actions ?? []).some((step) => comparesParts(selectorOf(step))),
  },
  {
    path: 'advanced.session_headers',
    message:
      'must not ask for a part of the page, nor choose its encoding (Range, If-Range, Accept-Encoding)',
    isBroken: ({ advanced }) =>
      Object.keys(advanced.session_headers ?? {}).some((name) => CHANGES_BYTES.has(name.toLowerCase())),
  },
]

/** Headers by which a page comes in pieces, or in bytes that are not read. */
const CHANGES_BYTES: ReadonlySet<string> = new Set(['range', 'if-range', 'accept-encoding'])

const PART_OF_ATTRIBUTE = /[~|^$*]=/

function comparesParts(selector: unknown): boolean {
  return typeof selector === 'string' && PART_OF_ATTRIBUTE.test(selector)
}

function selectorOf(step: Action): string | undefined {
  return 'selector' in step ? step.selector : undefined
}

/**
 * What is wrong with a request that uses a session which its caller may only use. Asked when the request is accepted, and again at each
 * attempt: whose session it is, and the caller's role, change meanwhile.
 */
export function foreignUseIssues(asked: AskedOfSession): Issue[] {
  return RULES.filter(({ isBroken }) => isBroken(asked)).map(({ path, message }) => ({
    path,
    message: `${message}; this session is not yours to change, and is used over https, without showing its values`,
  }))
}
