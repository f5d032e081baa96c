import { flattenDepth } from './flatten-depth.ts'
import { type ChildNode, type Document, ELEMENT, type Element, type ParentNode, TEXT } from './node.ts'
import { findAll } from './query.ts'

/** Roots that are placed. */
const MOST_ROOTS = 5_000

/**
 * Puts what a page declares as shadow content (`<template shadowrootmode>`) where a browser shows it: in place of what its
 * host holds, which stands in the slots. What has no slot is not shown. Changes the document.
 */
export function placeDeclaredRoots(document: Document): void {
  const templates = findAll(document, isDeclaredRoot).slice(0, MOST_ROOTS)
  const filled = new Set<Element>()
  // The innermost first: a slot that is left then is one of a root around it.
  for (const template of templates.reverse()) place(template, filled)
  if (templates.length > 0) flattenDepth(document)
}

function isDeclaredRoot({ tag, attrs, parent }: Element): boolean {
  const { shadowrootmode: mode } = attrs
  return tag === 'template' && (mode === 'open' || mode === 'closed') && parent?.type === ELEMENT
}

function place(template: Element, filled: Set<Element>): void {
  const host = template.parent as Element
  // A host has one root.
  if (host.children.find((child) => child.type === ELEMENT && isDeclaredRoot(child)) !== template) return
  const bySlot = Map.groupBy(host.children, slotOf)
  for (const slot of findAll(template, 'slot')) {
    if (filled.has(slot)) continue
    filled.add(slot)
    // Each is shown once, in the first slot of its name; a slot without any shows what it holds.
    const name = slot.attrs.name ?? ''
    const assigned = bySlot.get(name)
    if (assigned) adopt(slot, assigned)
    bySlot.delete(name)
  }
  adopt(host, template.children)
}

function slotOf(node: ChildNode): string | undefined {
  if (node.type === ELEMENT) return node.tag === 'template' ? undefined : (node.attrs.slot ?? '')
  return node.type === TEXT && node.value.trim() !== '' ? '' : undefined
}

function adopt(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  for (const child of children) child.parent = parent
}
