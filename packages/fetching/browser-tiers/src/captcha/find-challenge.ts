import type { Lease } from '../browser/pool/lease.ts'
import { runInPage } from '../browser/protocol/run-in-page.ts'
import {
  CLICKABLE,
  HUMAN_WORDS,
  IMAGE_WORDS,
  PROOF_FIELDS,
  type Vendor,
  WIDGETS,
} from './challenge-selectors.ts'

/** What a page asks of a visitor before it shows its content. Elements are found again by their `data-w` attribute. */
export type Challenge =
  | { kind: 'none' }
  /** A box to tick or a widget that starts its proof of work when clicked. */
  | { kind: 'click'; selector: string }
  /** A form whose proof of work is done, and which nobody has sent. */
  | { kind: 'send'; form: string }
  /** A picture of letters, and the field to type them into. */
  | { kind: 'image'; picture: string; field: string }
  | { kind: 'widget'; vendor: Vendor; sitekey: string; action: string; data: string; invisible: boolean }

/** Searches the document for the first challenge that can be answered. */
export function findChallenge({ session, mainFrameId }: Lease): Promise<Challenge> {
  return runInPage(session, mainFrameId, searchDocument, {
    widgets: WIDGETS,
    clickable: CLICKABLE,
    proofFields: PROOF_FIELDS.map((name) => `[name="${name}"]`).join(','),
    humanWords: HUMAN_WORDS.source,
    imageWords: IMAGE_WORDS.source,
  })
}

interface ChallengePatterns {
  widgets: typeof WIDGETS
  clickable: readonly string[]
  proofFields: string
  humanWords: string
  imageWords: string
}

function searchDocument(patterns: ChallengePatterns): Challenge {
  const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0
  const describe = (element: Element) =>
    [
      element.id,
      element.className,
      ...['src', 'alt', 'name', 'placeholder', 'title', 'aria-label'].map((name) =>
        element.getAttribute(name),
      ),
    ]
      .join(' ')
      .slice(0, 2000)
  return proof() ?? widget() ?? image() ?? click() ?? { kind: 'none' }

  function proof(): Challenge | undefined {
    const fields = [...document.querySelectorAll<HTMLInputElement>(patterns.proofFields)]
    const form = fields.find(({ value }) => value !== '')?.form
    if (!form || form.hasAttribute('data-w')) return undefined
    form.setAttribute('data-w', 's')
    return { kind: 'send', form: '[data-w=s]' }
  }

  function widget(): Challenge | undefined {
    for (const { vendor, box, frame } of patterns.widgets) {
      const element = document.querySelector(box)
      const source = document.querySelector<HTMLIFrameElement>(frame)?.src ?? ''
      const fromFrame =
        /[?&#](?:k|sitekey)=([\w-]+)/.exec(source)?.[1] ?? /\/(0x[\w-]{10,})\//.exec(source)?.[1]
      const sitekey = element?.getAttribute('data-sitekey') ?? fromFrame
      if (!sitekey) continue
      return {
        kind: 'widget',
        vendor,
        sitekey,
        action: element?.getAttribute('data-action') ?? '',
        data: element?.getAttribute('data-cdata') ?? element?.getAttribute('data-s') ?? '',
        invisible: element?.getAttribute('data-size') === 'invisible' || /[?&]size=invisible/.test(source),
      }
    }
    return undefined
  }

  function image(): Challenge | undefined {
    const words = new RegExp(patterns.imageWords, 'i')
    const pictures = [...document.querySelectorAll('form img, form canvas, form svg, img, canvas')].slice(
      0,
      200,
    )
    const picture = pictures.find((element) => isShown(element) && words.test(describe(element)))
    if (!picture) return undefined
    const scope = picture.closest('form') ?? document
    const fields = [
      ...scope.querySelectorAll<HTMLInputElement>(
        'input:not([type]), input[type=text], input[type=tel], input[type=number]',
      ),
    ].filter(isShown)
    const field =
      fields.find((element) => words.test(describe(element))) ?? (fields.length === 1 ? fields[0] : undefined)
    if (!field) return undefined
    picture.setAttribute('data-w', 'p')
    field.setAttribute('data-w', 'f')
    return { kind: 'image', picture: '[data-w=p]', field: '[data-w=f]' }
  }

  function click(): Challenge | undefined {
    const known = patterns.clickable.find((selector) => document.querySelector(`${selector}:not([data-w])`))
    if (known) return { kind: 'click', selector: `${known}:not([data-w])` }
    const words = new RegExp(patterns.humanWords, 'i')
    const boxes = [
      ...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:checked), button'),
    ].slice(0, 50)
    const box = boxes.find((element) => {
      const label =
        element.labels?.[0]?.textContent ?? element.closest('label')?.textContent ?? element.textContent ?? ''
      return isShown(element) && words.test(`${label.slice(0, 300)} ${describe(element)}`)
    })
    if (!box) return undefined
    box.setAttribute('data-w', 'c')
    return { kind: 'click', selector: '[data-w=c]' }
  }
}
