import { createHash } from 'node:crypto'
import type { PageImage } from './images.ts'
import type { PageLink } from './links.ts'

export interface Content {
  body_markdown: string
  /** `sha256:` and the hex digest of the markdown's UTF-8 bytes: equal content, equal hash. */
  content_hash: string
  images: PageImage[]
  links: PageLink[]
}

/** The format `content`: the page's main content as Markdown, with its images and links. */
export function renderContent(markdown: string, images: PageImage[], links: PageLink[]): Content {
  const digest = createHash('sha256').update(markdown).digest('hex')
  return { body_markdown: markdown, content_hash: `sha256:${digest}`, images, links }
}
