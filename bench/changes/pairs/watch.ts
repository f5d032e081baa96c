import { parseMask } from '@gleaner/changes'
import { renderHtml } from '@gleaner/formats'
import { type Document, parseHtml } from '@gleaner/markup'
import { judge } from '@gleaner/monitors/judging/judge'
import type { JudgedPage, PageTask } from '@gleaner/monitors/judging/messages'

/** A watched page, judged as the checks of a monitor judge it: each time anew from what is stored of it. */
export function watchPage() {
  const watch: PageTask['watch'] = { mode: 'semantic', selectors: null, fields: null, filters: null }
  let before: PageTask['before']
  let mask: PageTask['mask']
  return {
    /** `look` gives the page as a fetch finds it, and is called again where the check fetches once more. */
    check(look: () => string): JudgedPage {
      const task = { watch, before, mask, now: look() }
      const once = judge({ ...task, again: undefined })
      const judged = once.needsAgain ? judge({ ...task, again: look() }) : once
      if (judged.kept) before = judged.kept
      mask = parseMask(JSON.parse(JSON.stringify(judged.mask)))
      return judged
    },
  }
}

/** The result of a job for a page, with changes to its tree. */
export function resultOf(html: string, change: (tree: Document) => void = () => {}): string {
  const tree = parseHtml(html)
  change(tree)
  return JSON.stringify({ content: { html: renderHtml(tree, 'https://docs.example/a/page.html') } })
}
