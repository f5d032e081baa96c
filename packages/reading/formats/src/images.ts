import {
  collapse,
  type Document,
  documentBase,
  ELEMENT,
  type Element,
  type ParentNode,
  walk,
} from '@gleaner/markup'
import { createAddressResolver } from './address.ts'
import { readImage } from './read/image.ts'

export interface PageImage {
  url: string
  alt: string
  /** As the page declares them, in CSS pixels. */
  width?: number
  height?: number
}

/** Every image the page shows, once, in document order: the largest rendition of each, no tracking pixels. */
export function collectImages(document: Document, pageUrl: string): PageImage[] {
  return imagesIn(document, documentBase(document, pageUrl))
}

/** Like `collectImages`, for a part of a page whose base address is known. */
export function imagesIn(root: ParentNode, base: string | undefined): PageImage[] {
  const resolve = createAddressResolver(base)
  const found = new Map<string, PageImage>()
  walk(root, (node) => {
    if (node.type !== ELEMENT || node.tag !== 'img') return
    const image = readImage(node, resolve)
    if (!image) return
    const known = found.get(image.src)
    if (known) known.alt ||= image.alt
    else found.set(image.src, { url: image.src, alt: collapse(image.alt), ...sizeOf(node) })
  })
  return [...found.values()]
}

function sizeOf({ attrs }: Element): { width?: number; height?: number } {
  const width = pixels(attrs.width)
  const height = pixels(attrs.height)
  return { ...(width ? { width } : {}), ...(height ? { height } : {}) }
}

function pixels(value: string | undefined): number | undefined {
  const number = value && /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value) ? Number.parseFloat(value) : undefined
  return number && number > 0 ? Math.round(number) : undefined
}
