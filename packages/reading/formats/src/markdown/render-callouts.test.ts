import { parseFragment } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

/** Who writes such a box, its HTML, and the Markdown it becomes. */
test.each<[engine: string, html: string, markdown: string]>([
  [
    'Python-Markdown, with a title of its own',
    '<div class="admonition warning"><p class="admonition-title">Careful</p><p>Hot.</p></div>',
    '> [!WARNING] Careful\n> Hot.',
  ],
  [
    'GitHub, where the title repeats the kind',
    '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title"><svg></svg>Tip</p><p>Do.</p></div>',
    '> [!TIP]\n> Do.',
  ],
  ['Bootstrap without a title', '<div class="alert alert-danger">No.</div>', '> [!DANGER]\n> No.'],
  [
    'VitePress',
    '<div class="info custom-block"><p class="custom-block-title">INFO</p><p>So.</p></div>',
    '> [!INFO]\n> So.',
  ],
  [
    'Asciidoctor, as a table beside an icon',
    '<div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td>' +
      '<td class="content"><div class="title">Beware</div><div class="paragraph"><p>It is so.</p></div></td></tr></table></div>',
    '> [!NOTE] Beware\n> It is so.',
  ],
  [
    'PyMdown, folded',
    '<details class="caution"><summary>Caution</summary><p>Hot.</p></details>',
    '> [!CAUTION]\n> Hot.',
  ],
  [
    'Obsidian, with the kind in an attribute',
    '<div data-callout="seealso" class="callout"><div class="callout-title"><div class="callout-icon"></div>' +
      '<div class="callout-title-inner">See also</div></div><div class="callout-content"><p>Tea.</p></div></div>',
    '> [!SEEALSO]\n> Tea.',
  ],
  [
    'a box in a box, or around a quote, is one',
    '<div class="theme-admonition note"><div class="alert alert-info"><p>One.</p></div></div>' +
      '<blockquote><div class="callout callout-tip"><blockquote>Two.</blockquote></div></blockquote>',
    '> [!INFO]\n> One.\n\n> [!TIP]\n> Two.',
  ],
  [
    'plain boxes with a word of it in their name are none',
    '<div class="note">a</div><div class="patient-notes warning-free">b</div>',
    'a\n\nb',
  ],
])('%s', (_, html, markdown) => {
  expect(renderMarkdown(readBlocks(parseFragment(html))).markdown).toBe(markdown)
})
