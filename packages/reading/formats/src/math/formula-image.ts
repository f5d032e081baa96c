import type { Element } from '@gleaner/markup'
import { type Formula, tidy } from './formula.ts'
import { delimited } from './undrawn.ts'

/** The LaTeX in the address that an image of a formula was drawn by, or in its alternative text. */
export function readFormulaImage({ attrs }: Element): Formula | undefined {
  const { alt = '', src = '', class: names = '' } = attrs
  const tex = fromAddress(src) ?? (isFormulaText(alt, names, src) ? tidy(alt) : undefined)
  if (tex) return { tex, display: /\bdisplay\b/.test(names) }
  return delimited(alt.trim())
}

function isFormulaText(alt: string, names: string, src: string): boolean {
  if (/^\{\\(?:display|text)style\s/.test(alt) || PLACED.test(names)) return true
  if (!TEX_SIGN.test(alt) || delimited(alt.trim())) return false
  return FORMULA_CLASS.test(names) || FORMULA_PATH.test(pathOf(src))
}

const FORMULA_CLASS = /(?:^|[\s_-])(?:math|latex|tex|mimetex|mathtex|formula|equation|eqn)(?=$|[\s_-])/i
/** Folders and programs that keep drawn formulas. */
const FORMULA_PATH =
  /(?:^|[/_-])(?:math|imgmath|latex|latexrender|mathtex|mimetex|equations?|formulas?|tex)(?=[/._-]|$)/i
/** Pandoc and KaTeX say of every formula where it stands, also of one that is a single letter. */
const PLACED = /\bmath\s+(?:inline|display)\b/
/** What LaTeX has and descriptions of pictures have not. */
const TEX_SIGN = /\\[a-zA-Z]|[\^_=<>]|^[a-zA-Z]$/

function pathOf(src: string): string {
  return src.split(/[?#]/, 1)[0]!.slice(-MAX_PATH)
}

/** Characters of an address's end that name its folder. */
const MAX_PATH = 200

/** Services that draw what their address says: as the whole query, in a field of it, or as the last part of the path. */
function fromAddress(src: string): string | undefined {
  if (!src.includes('?') && !src.includes('%5C')) return undefined
  const sure =
    /^https?:\/\/latex\.codecogs\.com\/[\w.]+\?(.+)$/.exec(src)?.[1] ??
    /[?&](?:tex|latex|chl)=([^&]+)/.exec(src)?.[1]?.replaceAll('+', ' ')
  const likely =
    /[?&](?:eq|equation|formula)=([^&]+)/.exec(src)?.[1]?.replaceAll('+', ' ') ??
    /^https?:\/\/[^?]*\/(?:formula|latex|tex|math|svg|png)\/(?=[^/?]*%5C)([^/?]+)$/i.exec(src)?.[1]
  const tex = decode(sure ?? likely ?? '')?.trim()
  if (!tex || (sure === undefined && !TEX_SIGN.test(tex))) return undefined
  // Pandoc says in the address how large to draw it.
  return tidy(tex.replace(/^\\(?:display|text)style\s/, ''))
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
