import { type ChildNode, ELEMENT, type Element, type ParentNode, parseFragment, TEXT } from '@gleaner/markup'
import { element } from '../build-page.ts'
import { writeZip } from '../write-zip.ts'
import type { Zip } from '../zip.ts'
import { ommlToMathml } from './omml-to-mathml.ts'

/** Parts of a Word file that have formulas. */
const PARTS = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml']
/** Around the number of a formula in the text that stands for it; the first alone in front of one on a line of its own. */
const [OPEN, CLOSE] = ['\uf8f1', '\uf8f2']
const MARKS = /[\uf8f1\uf8f2]/g
const PLACE = /\uf8f1(\d+)\uf8f2/

export interface WordFormulas {
  /** The Word file with text in place of its formulas. */
  bytes: Uint8Array
  /** Puts the formulas, as MathML, where that text stands. */
  restore(nodes: readonly ChildNode[]): ChildNode[]
}

/** The reader of Word files leaves formulas out; here they are taken out before it, and put back after it. */
export async function takeFormulas(zip: Zip, bytes: Uint8Array): Promise<WordFormulas> {
  const formulas: Element[] = []
  const changed: Record<string, string> = {}
  for (const name of PARTS) {
    const xml = await zip.text(name)
    if (xml?.includes('<m:oMath')) changed[name] = replaceFormulas(xml, formulas)
  }
  if (formulas.length === 0) return { bytes, restore: (nodes) => [...nodes] }
  const files: Record<string, Uint8Array | string> = {}
  for (const name of zip.names()) files[name] = changed[name] ?? (await zip.bytes(name)) ?? ''
  return {
    bytes: writeZip(files),
    restore: (nodes) => restored(nodes, formulas),
  }
}

const OPENING = /<m:oMath(?:Para)?(?=[\s>])/g

function replaceFormulas(xml: string, formulas: Element[]): string {
  let written = ''
  let at = 0
  for (const { index, 0: opening } of xml.matchAll(OPENING)) {
    if (index < at) continue
    const closing = `</${opening.slice(1)}>`
    const end = xml.indexOf(closing, index)
    if (end < 0) break
    const found = parseFragment(xml.slice(index, end + closing.length), { xhtml: true }).children[0]
    written += xml.slice(at, index).replace(MARKS, '')
    at = end + closing.length
    if (found?.type !== ELEMENT) continue
    written += `<w:r><w:t>${OPEN}${formulas.length}${CLOSE}</w:t></w:r>`
    formulas.push(ommlToMathml(found))
  }
  return written + xml.slice(at).replace(MARKS, '')
}

function restored(nodes: readonly ChildNode[], formulas: readonly Element[]): ChildNode[] {
  const holder = element('div', {}, nodes)
  const open: ParentNode[] = [holder]
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const made: ChildNode[] = parent.children.flatMap((child) =>
      child.type === TEXT && child.value.includes(OPEN) ? withFormulas(child.value, formulas) : [child],
    )
    for (const child of made) {
      child.parent = parent
      if (child.type === ELEMENT && child.tag !== 'math') open.push(child)
    }
    parent.children = made
  }
  return holder.children
}

function withFormulas(text: string, formulas: readonly Element[]): ChildNode[] {
  return text.split(PLACE).flatMap((piece, index): ChildNode[] => {
    if (index % 2 === 1) return formulas[Number(piece)] ? [formulas[Number(piece)]!] : []
    return piece === '' ? [] : element('span', {}, piece).children
  })
}
