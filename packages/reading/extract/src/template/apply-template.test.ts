import { TemplateCreate } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { extract } from '../extract.ts'
import { requestFor } from '../hostile/hostile-input.ts'
import { checkTemplate } from './check-template.ts'

const PAGE = `<html lang="de"><base href="https://shop.example/de/"><h1>Our <b>anvils</b></h1>
  <meta itemprop="sku" content="A-1"><time datetime="2026-03-01T10:00:00Z">1. März</time><p class="note"><script>1</script>Fine <i>iron</i></p>
  <ul>${[1, 2, 3].map((n) => `<li class="item" data-id="${n}"><h2><a href="anvil-${n}#top">Anvil ${n}</a></h2><s>99 €</s><b class="price">1.0${n}9,50 €</b>${n === 2 ? '<em>new</em>' : ''}</li>`).join('')}</ul>
  <a href="javascript:alert(1)" class="bad">x</a><div><span class="tag">red</span> <span class="tag">blue</span></div></html>`

async function read(template: unknown, page = PAGE, contentType = 'text/html') {
  const { name, fields, list } = TemplateCreate.parse({ name: 'anvils', ...(template as object) })
  const outcome = await extract({
    ...requestFor({ name: '', contentType, make: () => page }, 0, ['json']),
    template: { name, fields, list },
  })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.content
}

test('fields are read as their types, and what is not there is missing', async () => {
  const content = await read({
    fields: {
      heading: 'h1',
      sku: '[itemprop=sku]',
      published: { selector: 'time', type: 'date' },
      note: { selector: '.note', type: 'html' },
      tags: { selector: '.tag', many: true },
      link: { selector: 'h2 > a', type: 'url' },
      bad: { selector: '.bad', type: 'url' },
      price: { selector: 'li:last-child .price', type: 'number' },
      nothing: '.nothing',
      id: { selector: 'li:nth-child(2)', type: 'attribute', attribute: 'DATA-ID' },
      with: { selector: 'li:has(em)', type: 'attribute', attribute: 'data-id' },
    },
  })
  expect(content.filtered_content).toEqual({
    heading: 'Our anvils',
    sku: 'A-1',
    published: '2026-03-01T10:00:00Z',
    note: '<script>1</script>Fine <i>iron</i>',
    tags: ['red', 'blue'],
    link: 'https://shop.example/de/anvil-1#top',
    price: 1039.5,
    id: '2',
    with: '2',
  })
  expect(content.metadata).toMatchObject({ template: 'anvils', missing_fields: ['bad', 'nothing'] })
  expect(content.extraction_method).toBe('schema_filter')
})

test('a list gives an object for each item, read within it', async () => {
  const { filtered_content, metadata } = await read({
    list: {
      name: 'anvils',
      selector: 'li.item',
      fields: {
        title: 'h2',
        price: { selector: '.price', type: 'number' },
        id: { type: 'attribute', attribute: 'data-id' },
        mark: ':scope > em',
        heading: 'h1',
      },
    },
  })
  expect(filtered_content).toEqual({
    anvils: [
      { title: 'Anvil 1', price: 1019.5, id: '1' },
      { title: 'Anvil 2', price: 1029.5, id: '2', mark: 'new' },
      { title: 'Anvil 3', price: 1039.5, id: '3' },
    ],
  })
  expect(metadata.missing_fields).toEqual(['anvils.heading'])
})

test('a document that is no web page has nothing', async () => {
  const { metadata } = await read(
    { fields: { a: 'a' }, list: { selector: 'li', fields: { b: 'b' } } },
    'a,b\n1,2',
    'text/csv',
  )
  expect(metadata.missing_fields).toEqual(['a', 'items'])
})

describe('selectors and pages that aim at the time', () => {
  const many = `<ul>${'<li><b>x</b></li>'.repeat(30_000)}</ul>`
  test.each(['li:nth-last-child(2n+1) b', 'li:has(~ li:has(b)) b', '* * * * ~ * b', 'li ~ li ~ li ~ li b'])(
    'are ended by their steps: %s',
    async (selector) => {
      const { filtered_content, metadata } = await read(
        { fields: { heading: 'h1', slow: { selector, many: true } } },
        `<h1>Hi</h1>${many}`,
      )
      const found = filtered_content as { heading: string; slow?: string[] }
      expect(found.heading).toBe('Hi')
      expect(found.slow?.length ?? metadata.template_fault).toBeTruthy()
    },
  )

  test('leave the rest of the page readable, and say why something is missing', async () => {
    const { content, metadata } = await read(
      { fields: { slow: { selector: 'li:has(~ li > b > i)', many: true } } },
      many,
    )
    expect(content).toHaveProperty('json')
    expect(metadata).toMatchObject({
      missing_fields: ['slow'],
      template_fault: expect.stringMatching(/steps/),
    })
  })
})

test.each(['li::before', 'a:contains-any(x)', 'li:nth-child(x)'])(
  'what no page can be asked is refused: %s',
  (selector) => {
    expect(
      checkTemplate({
        list: { name: 'items', selector: 'li', fields: { a: { selector, type: 'text', many: false } } },
      }),
    ).toEqual([{ path: 'list.fields.a', message: expect.any(String) }])
  },
)
