import { ELEMENT, type Element } from '@gleaner/markup'
import type { Block, Image } from '../block.ts'
import type { Reader } from './reader.ts'

/** A `<figure>`: what it shows, each picture once, and its caption below. */
export function readFigure(figure: Element, reader: Reader): Block[] {
  const captions = figure.children.filter(isCaption)
  const blocks = reader.blocksOf(figure.children.filter((child) => !isCaption(child)))
  const seen = new Map<string, string>()
  const shown = blocks.flatMap((block): Block[] => {
    if (block.type !== 'paragraph') return [block]
    const content = block.content.filter((part) => part.type !== 'image' || !isRepeat(part, seen))
    return content.length > 0 ? [{ ...block, content }] : []
  })
  return [...shown, ...reader.blocksOf(captions)]
}

function isCaption(child: Element['children'][number]): boolean {
  return child.type === ELEMENT && child.tag === 'figcaption'
}

/** The same picture again in another size: a file of the same name with the same description. */
function isRepeat({ src, alt }: Image, seen: Map<string, string>): boolean {
  const name = stem(src)
  if (seen.get(name) === alt) return true
  seen.set(name, alt)
  return false
}

const SIZE_WORDS =
  /[-_@](?:large|small|medium|thumb(?:nail)?|full|scaled|original|\d+x\d*|\d+w|[1-4]x)(?=[-_.@]|$)/gi

function stem(src: string): string {
  const [path] = src.split(/[?#]/, 1)
  const name = path!.slice(path!.lastIndexOf('/') + 1)
  return name.replace(/\.\w{2,5}$/, '').replace(SIZE_WORDS, '')
}
