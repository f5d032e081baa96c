import { commonAncestor, type Outline } from './outline.ts'

/** Characters without spaces: a page with more text has something else to say. */
const MAX_PAGE = 1_500
const MAX_FORM = 600

/**
 * The sign-in form of a page that has next to nothing else: it is what that page is about, and on all others it is
 * boilerplate. Gives the root that holds it too, and takes its marks away.
 */
export function includeSignIn(outline: Outline, root: number, clutter: Uint8Array): number {
  if (outline.text[0]! > MAX_PAGE) return root
  const form = formAround(outline, passwordField(outline))
  if (form === undefined) return root
  clutter.fill(0, form, outline.end[form])
  const common = commonAncestor(outline, root, form)
  for (let up = form; up > common; up = outline.parent[up]!) clutter[up] = 0
  return common
}

function passwordField({ elements }: Outline): number {
  return elements.findIndex(({ tag, attrs }) => tag === 'input' && attrs.type?.toLowerCase() === 'password')
}

function formAround(outline: Outline, i: number): number | undefined {
  for (let up = i; up > 0; up = outline.parent[up]!) {
    if (outline.elements[up]!.tag === 'form') return outline.text[up]! <= MAX_FORM ? up : undefined
  }
  return undefined
}
