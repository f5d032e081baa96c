import {
  type ChildNode,
  COMMENT,
  type Document,
  ELEMENT,
  type Element,
  flattenDepth,
  walk,
} from '@gleaner/markup'

/** Pieces that are placed; React streams a few dozen. Each costs a search through its placeholder's siblings. */
const MOST_PIECES = 500

/**
 * Puts content that React streams behind a page (`<div hidden id="S:1">`) where its placeholder stands
 * (`<template id="B:1">` up to the comment `/$`), as the page's own script does. Changes the document.
 */
export function placeStreamedContent(document: Document): void {
  const pieces = new Map<string, Element>()
  const placeholders = new Map<string, Element>()
  walk(document, (node) => {
    if (node.type !== ELEMENT) return
    const { id, hidden } = node.attrs
    if (id === undefined) return
    if (hidden !== undefined && id.startsWith('S:') && pieces.size < MOST_PIECES)
      pieces.set(id.slice(2), node)
    else if (node.tag === 'template' && id.startsWith('B:')) placeholders.set(id.slice(2), node)
  })
  for (const [id, piece] of pieces) {
    const placeholder = placeholders.get(id)
    if (placeholder && !isInside(placeholder, piece)) {
      put(piece.children, placeholder)
      piece.children = []
    }
    // Without a placeholder the piece is shown where it stands.
    else delete piece.attrs.hidden
  }
  // Pieces within pieces may end deeper than the parser allows.
  flattenDepth(document)
}

/** Replaces the placeholder, and what is shown while waiting, by the content. */
function put(content: ChildNode[], placeholder: Element): void {
  const { parent } = placeholder
  if (!parent) return
  const start = parent.children.indexOf(placeholder)
  const end = parent.children.findIndex(
    (node, index) => index > start && node.type === COMMENT && node.value === '/$',
  )
  for (const child of content) child.parent = parent
  parent.children = [
    ...parent.children.slice(0, start),
    ...content,
    ...parent.children.slice(end < 0 ? start + 1 : end),
  ]
}

function isInside(node: Element, ancestor: Element): boolean {
  for (let up = node.parent; up; up = up.parent) if (up === ancestor) return true
  return false
}
