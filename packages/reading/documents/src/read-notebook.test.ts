import { describe, expect, test } from '@jest/globals'
import { readDocument } from './read-document.ts'

async function markdownOf(
  notebook: unknown,
  type = 'application/x-ipynb+json',
  url = 'https://example.com/a',
) {
  const read = await readDocument(new TextEncoder().encode(JSON.stringify(notebook)), type, { url })
  if (!read.ok) throw new Error(read.message)
  return read.markdown?.markdown
}

const NOTEBOOK = {
  nbformat: 4,
  metadata: { language_info: { name: 'julia' } },
  cells: [
    { cell_type: 'markdown', source: ['# Tides\n', '\n', 'Some *text*.'] },
    {
      cell_type: 'code',
      source: 'print("```")',
      outputs: [
        { output_type: 'stream', text: ['one\n', 'two\n'] },
        {
          output_type: 'execute_result',
          data: { 'text/html': '<div><table><tr><th>A<tr><td>1</table></div>', 'text/plain': 'A 1' },
        },
        { output_type: 'display_data', data: { 'image/png': 'AAAA' } },
        { output_type: 'error', traceback: ['long', '\u001b[31mValueError\u001b[0m: no'] },
      ],
    },
  ],
}

const MARKDOWN =
  '# Tides\n\nSome *text*.\n\n````julia\nprint("```")\n````\n\n```\none\ntwo\n```\n\n| A |\n| --- |\n| 1 |\n\n```\nValueError: no\n```'

describe('a notebook', () => {
  test('is its text, its code in fences, and what it gave', async () => {
    expect(await markdownOf(NOTEBOOK)).toBe(MARKDOWN)
  })

  test('is known by the name of its file where it comes as JSON', async () => {
    expect(await markdownOf(NOTEBOOK, 'application/json', 'https://example.com/a.ipynb')).toBe(MARKDOWN)
    expect(await markdownOf(NOTEBOOK, 'text/plain', 'https://example.com/a.ipynb')).toBe(MARKDOWN)
  })

  test('of the third version has its cells in worksheets', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Old' },
      { cell_type: 'code', input: 'x = 1', outputs: [] },
    ]
    expect(await markdownOf({ nbformat: 3, worksheets: [{ cells }] })).toBe('## Old\n\n```python\nx = 1\n```')
  })

  test.each([
    { nbformat: 4, cells: [null, 1, 'a', { cell_type: 'code', source: 7, outputs: [null, { data: 3 }] }] },
    { nbformat: 4, cells: 'no' },
    { nbformat: '4', cells: [] },
    { nbformat: 3, worksheets: [null] },
  ])('that is none ends no reader: %j', async (value) => {
    const read = await readDocument(
      new TextEncoder().encode(JSON.stringify(value)),
      'application/x-ipynb+json',
      {
        url: 'https://example.com/a.ipynb',
      },
    )
    expect(read.ok).toBe(true)
  })
})
