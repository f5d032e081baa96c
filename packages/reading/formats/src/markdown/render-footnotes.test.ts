import { parseFragment } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

/** Who writes a note so, its HTML, and the Markdown it becomes. */
test.each<[engine: string, html: string, markdown: string]>([
  [
    'Docutils, as a list of definitions',
    '<p>A <a class="footnote-reference" href="#i1" id="r1">1</a></p><dl class="footnote"><dt id="i1"><span><a href="#r1">1</a></span></dt><dd><p>Note.</p></dd></dl>',
    'A [^1]\n\n[^1]: Note.',
  ],
  [
    'Docutils, as a table',
    '<p>A <a class="footnote-reference" href="#f1">[1]</a></p><table id="f1"><tr><td><a href="#r">[1]</a></td><td>Note.</td></tr></table>',
    'A [^1]\n\n[^1]: Note.',
  ],
  [
    'Wikipedia, with several links back and groups of notes',
    '<p>A<sup><a href="#cite_note-1">[1]</a></sup> b<sup><a href="#cite_note-2">[note 1]</a></sup></p>' +
      '<ol><li id="cite_note-1"><span class="mw-cite-backlink">^ <a href="#x"><sup>a</sup></a> <a href="#y"><sup>b</sup></a></span> One.</li>' +
      '<li id="cite_note-2">Two.</li></ol>',
    'A[^1] b[^2]\n\n[^1]: One.\n\n[^2]: Two.',
  ],
  [
    'markdown-it, the second reference to a note',
    '<p>A<sup><a href="#fn1">[1]</a></sup> b<sup><a href="#fn1">[1:1]</a></sup></p><ol><li id="fn1">Note.</li></ol>',
    'A[^1] b[^1]\n\n[^1]: Note.',
  ],
  [
    'WordPress, as a tool tip behind its mark',
    '<p>A<sup><a href="javascript:void(0)" aria-describedby="m1">1</a></sup><span id="m1" role="tooltip">The <i>note</i>.</span> b.</p>',
    'A[^1] b.\n\n[^1]: The *note*.',
  ],
  [
    "Tufte's side notes, which style sheets count",
    '<p>A<label for="sn-a" class="sidenote-number"></label><input type="checkbox" id="sn-a"><span class="sidenote">Note.</span> b.</p>',
    'A[^1] b.\n\n[^1]: Note.',
  ],
  [
    'Asciidoctor, which sets a full stop behind the number',
    '<p>A<sup class="footnote">[<a id="r1" class="footnote" href="#_footnotedef_1">1</a>]</sup> b.</p><div class="footnote" id="_footnotedef_1"><a href="#r1">1</a>. Note.</div>',
    'A[^1] b.\n\n[^1]: Note.',
  ],
  [
    'LaTeXML, within the text',
    '<p>A<span id="f1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>Note.</span></span></span> b.</p>',
    'A[^1] b.\n\n[^1]: Note.',
  ],
  [
    'journals, with a raised number before the note',
    '<p>A<a href="#fn1"><sup>1</sup></a> b.</p><div id="fn1"><p><sup>1</sup>Note.</p></div>',
    'A[^1] b.\n\n[^1]: Note.',
  ],
  [
    'e-books, by the type of the link',
    '<p>A<a epub:type="noteref" href="#n1">1</a> b.</p><aside epub:type="footnote" id="n1"><p>Note.</p></aside>',
    'A[^1] b.\n\n[^1]: Note.',
  ],
  [
    'raised figures of Unicode',
    '<p>A<a href="#x7">²</a> b.</p><p id="x7">² Note.</p>',
    'A[^2] b.\n\n[^2]: Note.',
  ],
  [
    'a number in brackets, where the note begins with the same',
    '<p>A <a href="#x7">[7]</a> b <a href="#x8">[8]</a>.</p><p id="x7">[7] Note.</p><p id="x8">No note.</p>',
    'A [^7] b [[8]](#x8).\n\n[^7]: Note.\n\nNo note.',
  ],
  [
    'numbers without links, and a list below a heading that says so',
    '<p>A.<sup>1</sup> B.<sup>2</sup></p><h2>Notes</h2><ol><li>One.</li><li>Two.</li></ol>',
    'A.[^1] B.[^2]\n\n## Notes\n\n[^1]: One.\n\n[^2]: Two.',
  ],
  [
    'a decimal number that a note begins with stays',
    '<p>A<sup><a href="#fn1">1</a></sup> b.</p><p id="fn1">1.5 metres.</p>',
    'A[^1] b.\n\n[^1]: 1.5 metres.',
  ],
  [
    'terms of a glossary and labels of fields are no notes',
    '<p><a href="#fn-t">1</a></p><dl><dt id="fn-t">Tea</dt><dd>Hot.</dd></dl><p><label for="b">One</label><input type="checkbox" id="b"><span>Two</span></p>',
    '[1](#fn-t)\n\n- Tea: Hot.\n\nOne Two',
  ],
])('%s', (_, html, markdown) => {
  expect(renderMarkdown(readBlocks(parseFragment(html))).markdown).toBe(markdown)
})
