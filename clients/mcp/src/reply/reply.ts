import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { quotePage, UNTRUSTED } from './quote-page.ts'

/** A resource that holds more than the reply. */
export interface Link {
  uri: string
  name: string
  description: string
  mimeType: string
}

/** What a tool has found out. */
export interface Reply<Structured> {
  /** As its output schema says: for programs, and for models whose client shows them this. */
  structured: Structured
  /** What we say of it, a sentence or fact a line: before what websites say, and after it. */
  says: readonly string[]
  afterwards?: readonly string[]
  /** What websites say, as a model reads it. */
  quoted?: string | undefined
  links?: readonly Link[]
  /** What was asked for has failed. */
  isError?: boolean
}

export function toResult({
  structured,
  says,
  afterwards = [],
  quoted,
  links = [],
  isError = false,
}: Reply<object>): CallToolResult {
  const lines = quoted === undefined ? says : [...says, UNTRUSTED, quotePage(quoted)]
  const content: ContentBlock[] = [
    { type: 'text', text: [...lines, ...afterwards].join('\n') },
    ...links.map((link) => ({ type: 'resource_link' as const, ...link })),
  ]
  return {
    content,
    structuredContent: structured as Record<string, unknown>,
    ...(isError && { isError }),
  }
}
