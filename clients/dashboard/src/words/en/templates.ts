import { pages } from './pages.ts'

/** Templates: selectors that are stored under a name. */
export const templates = {
  title: pages.templates,
  lead: 'Selectors under a name. A request that names one gets the same fields of every page.',
  empty: 'Say once where the price stands, and get it from every page of the kind.',
  example: '{"title": "h1", "price": {"selector": ".price", "type": "number"}}',
  add: 'Create template',
  name: 'Name',
  nameHint: 'As requests name it: "template": "products"',
  description: 'Description',
  fields: 'Fields of the page',
  fieldsHint:
    'JSON: a CSS selector for each name, or an object such as {"selector": ".price", "type": "number"}',
  list: 'Items of a list',
  listHint: 'JSON: {"selector": ".product", "fields": {…}}, for pages that repeat things; empty: none',
  columns: { name: 'Name', fields: 'Fields', list: 'List', changed: 'Changed' },
  edit: 'Change',
  test: 'Try',
  testTitle: 'Try it on a page',
  url: 'Address of a page',
  testHint: 'The page is fetched and charged as a scrape.',
  found: 'Found',
  missing: (names: string) => `Nothing was found for ${names}.`,
  running: 'The page takes longer. Its job has the result.',
  delete: 'Delete',
  deleteTitle: 'Delete this template?',
  deleteText: (name: string) => `Requests that name “${name}” are refused. Jobs that were accepted keep it.`,
  notJson: (name: string) => `${name} is no JSON. Check its quotes and commas.`,
}
