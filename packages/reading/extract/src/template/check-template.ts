import type { Issue, TemplateFieldRule, TemplateSelectors } from '@gleaner/contracts'
import { optionsFor } from '@gleaner/markup/select'
import { compile } from 'css-select'

/** Selectors that are CSS and that no page without a browser can be asked: states of a window, pseudo-elements. Empty when all is well. */
export function checkTemplate({ fields, list }: TemplateSelectors): Issue[] {
  const issues: Issue[] = []
  const check = (path: string, selector: string | undefined) => {
    const fault = selector === undefined ? undefined : selectorFault(selector)
    if (fault) issues.push({ path, message: fault })
  }
  const checkFields = (path: string, rules: Record<string, TemplateFieldRule> = {}) => {
    for (const [name, { selector }] of Object.entries(rules)) check(`${path}.${name}`, selector)
  }
  checkFields('fields', fields)
  check('list.selector', list?.selector)
  checkFields('list.fields', list?.fields)
  return issues
}

/** The same of a list of selectors; `path`: where it stands. */
export function checkSelectors(path: string, selectors: readonly string[] = []): Issue[] {
  return selectors.flatMap((selector, index) => {
    const message = selectorFault(selector)
    return message === undefined ? [] : [{ path: `${path}.${index}`, message }]
  })
}

function selectorFault(selector: string): string | undefined {
  try {
    compile(
      selector,
      optionsFor(() => {}),
    )
    return undefined
  } catch (error) {
    return `cannot be used to read a page: ${error instanceof Error ? error.message : 'it is no selector'}`
  }
}
