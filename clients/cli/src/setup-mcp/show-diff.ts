import type { Output } from '../output/output.ts'
import { styled } from '../output/styled.ts'

const CONTEXT = 2

/** The lines that differ, with some around them. What was inserted at one place is one piece. */
export function showDiff(out: Output, before: string, after: string): void {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  for (const line of fresh.slice(Math.max(0, head - CONTEXT), head)) out.line(`  ${line}`)
  for (const line of old.slice(head, old.length - tail)) out.line(styled('red', `- ${line}`))
  for (const line of fresh.slice(head, fresh.length - tail)) out.line(styled('green', `+ ${line}`))
  for (const line of fresh.slice(fresh.length - tail, fresh.length - tail + CONTEXT)) out.line(`  ${line}`)
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
