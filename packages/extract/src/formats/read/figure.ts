import { ELEMENT, type Element } from '../../dom/node.ts'
import type { Block, Image, Inline } from '../block.ts'
import type { Reader } from './reader.ts'

/** A `<figure>`: what it shows, once, and its caption below. */
export function readFigure(figure: Element, reader: Reader): Block[] {
  const captions = figure.children.filter(isCaption)
  const blocks = reader.blocksOf(figure.children.filter((child) => !isCaption(child)))
  const seen = new Map<string, string>()
  const shown = blocks.filter((block) => block.type !== 'paragraph' || !isRepeat(block.content, seen))
  return [...shown, ...reader.blocksOf(captions)]
}

function isCaption(child: Element['children'][number]): boolean {
  return child.type === ELEMENT && child.tag === 'figcaption'
}

/** The same picture again in another size: the same description, or a file of the same name. */
function isRepeat(content: Inline[], seen: Map<string, string>): boolean {
  const images = content.filter((inline): inline is Image => inline.type === 'image')
  if (images.length === 0 || images.length !== content.length) return false
  const isKnown = images.every((image) => seen.get(stem(image.src)) === image.alt)
  for (const image of images) seen.set(stem(image.src), image.alt)
  return isKnown
}

const SIZE_WORDS =
  /[-_@](?:large|small|medium|thumb(?:nail)?|full|scaled|original|\d+x\d*|\d+w|[1-4]x)(?=[-_.@]|$)/gi

function stem(src: string): string {
  const name =
    src
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? src
  return name.replace(/\.\w{2,5}$/, '').replace(SIZE_WORDS, '')
}
