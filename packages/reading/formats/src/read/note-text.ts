import type { ChildNode } from '@gleaner/markup'

export interface NoteText {
  label: string
  children: readonly ChildNode[]
}
