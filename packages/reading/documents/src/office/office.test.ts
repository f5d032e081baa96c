import { readBlocks, renderMarkdown } from '@gleaner/formats'
import { describe, expect, test } from '@jest/globals'
import type { ReadableDocument } from '../document-result.ts'
import { readDocument } from '../read-document.ts'
import { makeDocx, makeMsg, makeOdp, makePptx, shape } from '../testing/make-office.ts'

async function shown(
  bytes: Uint8Array,
  type = '',
): Promise<ReadableDocument & { markdown: never; text: string }> {
  const read = await readDocument(bytes, type, { url: 'https://example.com/file' })
  if (!read.ok) throw new Error(read.message)
  const text = renderMarkdown(readBlocks(read.document, 'https://example.com/')).markdown
  return { ...read, text } as never
}

const r = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const e = (inner: string) => `<m:e>${inner}</m:e>`
const value = (group: string, name: string, val: string) =>
  `<m:${group}><m:${name} m:val="${val}"/></m:${group}>`
const num = (inner: string) => `<m:num>${inner}</m:num>`
const den = (inner: string) => `<m:den>${inner}</m:den>`

describe('formulas of Word', () => {
  test.each([
    ['a fraction', `<m:f>${num(r('a'))}${den(r('b+1'))}</m:f>`, '\\frac{a}{b + 1}'],
    [
      'a binomial',
      `<m:f>${value('fPr', 'type', 'noBar')}${num(r('n'))}${den(r('k'))}</m:f>`,
      '\\genfrac{}{}{0pt}{}{n}{k}',
    ],
    ['a linear fraction', `<m:f>${value('fPr', 'type', 'lin')}${num(r('a'))}${den(r('b'))}</m:f>`, 'a / b'],
    ['a power', `<m:sSup>${e(r('x'))}<m:sup>${r('2')}</m:sup></m:sSup>`, 'x^{2}'],
    ['an index', `<m:sSub>${e(r('a'))}<m:sub>${r('ij')}</m:sub></m:sSub>`, 'a_{ij}'],
    [
      'both',
      `<m:sSubSup>${e(r('x'))}<m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`,
      'x_{1}^{2}',
    ],
    ['a square root', `<m:rad>${value('radPr', 'degHide', '1')}<m:deg/>${e(r('x'))}</m:rad>`, '\\sqrt{x}'],
    ['a cube root', `<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, '\\sqrt[3]{x}'],
    [
      'a sum',
      `<m:nary>${value('naryPr', 'chr', '∑')}<m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '\\sum_{i = 1}^{n} i',
    ],
    ['an integral', `<m:nary><m:sub/><m:sup/>${e(r('f'))}</m:nary>`, '\\int f'],
    ['brackets', `<m:d>${value('dPr', 'begChr', '[')}${e(r('x'))}</m:d>`, '[x)'],
    [
      'a matrix',
      `<m:d>${e(`<m:m><m:mr>${e(r('1'))}${e(r('0'))}</m:mr><m:mr>${e(r('0'))}${e(r('1'))}</m:mr></m:m>`)}</m:d>`,
      '\\begin{pmatrix}1 & 0 \\\\ 0 & 1\\end{pmatrix}',
    ],
    [
      'a function',
      `<m:func><m:fName>${r('sin', value('rPr', 'sty', 'p'))}</m:fName>${e(r('x'))}</m:func>`,
      '\\sin x',
    ],
    [
      'a limit',
      `<m:limLow>${e(r('lim', value('rPr', 'sty', 'p')))}<m:lim>${r('n→∞')}</m:lim></m:limLow>`,
      '\\lim_{n \\rightarrow \\infty}',
    ],
    ['an accent', `<m:acc>${value('accPr', 'chr', '\u0302')}${e(r('x'))}</m:acc>`, '\\hat{x}'],
    ['a bar', `<m:bar>${value('barPr', 'pos', 'top')}${e(r('x'))}</m:bar>`, '\\overline{x}'],
    ['Greek letters', r('α+β'), '\\alpha + \\beta'],
    ['text', r('if ', '<m:rPr><m:nor/></m:rPr>'), '\\text{if }'],
  ])('%s is LaTeX', async (_, omml, latex) => {
    const { text } = await shown(makeDocx(`<w:p><w:r><w:t>Let </w:t></w:r><m:oMath>${omml}</m:oMath></w:p>`))
    expect(text.replace(/\s+/g, '')).toBe(`Let$${latex}$`.replace(/\s+/g, ''))
  })

  test('on a line of its own is a block, and several stand where they stood', async () => {
    const { text } = await shown(
      makeDocx(
        `<w:p><w:r><w:t xml:space="preserve">If </w:t></w:r><m:oMath>${r('a')}</m:oMath><w:r><w:t xml:space="preserve"> and </w:t></w:r><m:oMath>${r('b')}</m:oMath><w:r><w:t>:</w:t></w:r></w:p><w:p><m:oMathPara><m:oMath>${r('c=1')}</m:oMath></m:oMathPara></w:p>`,
      ),
    )
    expect(text).toBe('If $a$ and $b$:\n\n$$\nc = 1\n$$')
  })

  test('that is not closed, or is nested without end, ends no reader', async () => {
    expect(
      (
        await shown(makeDocx('<w:p><w:r><w:t>Text</w:t></w:r><m:oMath></w:p>')).catch(() => ({
          text: 'Text',
        }))
      ).text,
    ).toContain('Text')
    const deep = `<m:oMath>${'<m:e>'.repeat(20_000)}${r('x')}${'</m:e>'.repeat(20_000)}</m:oMath>`
    expect((await shown(makeDocx(`<w:p>${deep}<w:r><w:t>Text</w:t></w:r></w:p>`))).text).toContain('Text')
  })
})

const p = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`

describe('a PowerPoint file', () => {
  test('is titles, lists, text and tables of its slides in their order', async () => {
    const row = (...cells: string[]) =>
      `<a:tr>${cells.map((cell) => `<a:tc><a:txBody>${p(cell)}</a:txBody></a:tc>`).join('')}</a:tr>`
    const { text, metadata } = await shown(
      makePptx(
        [
          shape('title', p('Second')) +
            `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${row('Port', 'High')}${row('Oslo', '0.9')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>` +
            shape('sldNum', p('2')),
          shape('body', p('One') + p('Deep', '<a:pPr lvl="1"/>') + p('Two')) +
            shape('ctrTitle', p('First')) +
            shape(
              undefined,
              `<a:p><a:r><a:rPr b="1"><a:hlinkClick r:id="x"/></a:rPr><a:t>Bold link</a:t></a:r></a:p>`,
            ),
        ],
        { x: 'https://example.org/' },
      ),
      'application/octet-stream',
    )
    expect(text).toBe(
      '## First\n\n- One\n  - Deep\n- Two\n\n[**Bold link**](https://example.org/)\n\n## Second\n\n| Port | High |\n| --- | --- |\n| Oslo | 0.9 |',
    )
    expect(metadata).toEqual({ slides: 2 })
  })

  test('that is damaged says so', async () => {
    const read = await readDocument(
      new TextEncoder().encode('PK\x03\x04 no more'),
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      { url: 'https://example.com/a.pptx' },
    )
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining('PowerPoint') })
  })
})

test('an OpenDocument presentation is titles and text of its slides', async () => {
  const frame = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
  const { text } = await shown(
    makeOdp([frame('title', 'Tides') + frame('outline', 'They come and go.'), frame('title', 'Ends')]),
  )
  expect(text).toBe('## Tides\n\nThey come and go.\n\n## Ends')
})

describe('an Outlook message', () => {
  test('is its subject, people, text and attachments', async () => {
    const bytes = await makeMsg({
      subject: 'Höhe der Tide',
      from: 'Ada',
      to: 'Bob; Cem',
      text: 'Dear Bob,\r\n\r\nthe tide is high.',
      sent: new Date('2024-01-31T11:00:00Z'),
      attachments: ['table.xlsx'],
    })
    const read = await shown(bytes, 'application/octet-stream')
    expect(read).toMatchObject({
      title: 'Höhe der Tide',
      author: 'Ada',
      publishedAt: '2024-01-31T11:00:00.000Z',
      metadata: { attachments: ['table.xlsx'] },
    })
    expect(read.text).toBe(
      '# Höhe der Tide\n\n**From:** Ada\n\n**To:** Bob; Cem\n\n**Attachments:** table.xlsx\n\nDear Bob,\n\nthe tide is high.',
    )
  })

  test('gives its page where it has one', async () => {
    const bytes = await makeMsg({
      subject: 'S',
      text: 'plain',
      html: '<html><body><ul><li>One</li></ul></body></html>',
    })
    expect((await shown(bytes)).text).toBe('# S\n\n- One')
  })

  test('that is cut off says so', async () => {
    const bytes = await makeMsg({ subject: 'S', text: 'x'.repeat(20_000) })
    const read = await readDocument(bytes.slice(0, 1024), 'application/vnd.ms-outlook', {
      url: 'https://example.com/',
    })
    expect(read).toMatchObject({ ok: false, code: 'EXTRACTION_FAILED' })
  })
})
