/**
 * Whether a monitor tells what changed in shops that themes of others render twice, and nothing else: each look has other tokens, clocks and
 * advertisements. `node bench/changes/shops.ts <folder with liquidjs and yaml> <folder of themes> [--seed 1] [--show validate]`. A theme is a folder
 * of its layout, templates and snippets (Shopify/liquid's `performance/tests/*`, Shopify/Timber), beside `vision.database.yml` of the former.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Document, pageParts, parseHtml, visibleText } from '@gleaner/markup'
import { type Fold, foldOf } from '../lib/fold.ts'
import { table } from '../lib/table.ts'
import { addNoise, KNOWN, UNKNOWN } from './noise.ts'
import { resultOf, watchPage } from './pairs/watch.ts'
import { type Random, seeded } from './random.ts'

// biome-ignore lint/suspicious/noExplicitAny: data of a shop as its file has it
type Data = any
const options = { seed: { type: 'string', default: '1' }, show: { type: 'string' } } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const [tools, themes] = positionals as [string, string]
const load = createRequire(join(tools, 'package.json'))
const { Liquid } = load('liquidjs')
const yaml = load('yaml')
const DATABASE = readFileSync(join(themes, 'vision.database.yml'), 'utf8')

/** What becomes of a product of a list, or of its own page; gives a text that only the later page shows, or only the earlier one. */
type Change = (product: Data, list: Data[], random: Random) => [added: string, removed?: string]
const CHANGES: Record<string, Change> = {
  price(product, _, random) {
    const price = 100_000 + random.below(90_000)
    Object.assign(product, { price, price_min: price, price_max: price, price_varies: false })
    for (const variant of product.variants) variant.price = price
    return [money(price)]
  },
  stock(product) {
    for (const each of [product, ...product.variants]) each.available = !product.available
    return ['']
  },
  title: (product) => [Object.assign(product, { title: 'Zorblatt rides again' }).title],
  description: (product) => {
    product.description = `Quenched by zorblatts. ${product.description}`
    return ['Quenched by zorblatts']
  },
  'new product'(product, list, random) {
    list.splice(random.below(list.length), 0, { ...product, id: 99, title: 'Zorblatt board' })
    return ['Zorblatt board']
  },
  'product gone': (product, list) => ['', list.splice(list.indexOf(product), 1)[0].title],
}

const money = (cents: number) => (Number.isFinite(cents) ? `$ ${(cents / 100).toFixed(2)}` : '')
const link = (text: string, url = `/collections/${text}`) => `<a href="${url}">${text}</a>`
const KINDS = { ...KNOWN, ...UNKNOWN }
let look = seeded(1)
const token = () => Array.from({ length: 32 }, () => look.below(16).toString(16)).join('')
/** Others of Shopify's give what they get. */
const FILTERS: Record<string, (...given: Data[]) => unknown> = {
  money,
  asset_url: (name) => `/files/${name}?v=${token()}`,
  stylesheet_tag: (url) => `<link rel="stylesheet" href="${url}">`,
  script_tag: (url) => `<script nonce="${token()}" src="${url}"></script>`,
  img_tag: (url) => `<img src="${url}">`,
  product_img_url: (url, size) => `/files/${size}/${url}?v=${token()}`,
  link_to: link,
  link_to_vendor: (name) => link(name),
  link_to_type: (name) => link(name),
  pluralize: (count, one, many) => (count === 1 ? one : many),
  default_pagination: () => '',
}

/** A page of a shop, as one look at it finds it. */
function render(theme: string, template: string, data: Data, lookSeed: number): string {
  look = seeded(lookSeed)
  const engine = new Liquid({ root: join(themes, theme), extname: '.liquid' })
  for (const [name, filter] of Object.entries(FILTERS)) engine.registerFilter(name, filter)
  for (const name of ['paginate', 'form', 'comment_form']) engine.registerTag(name, blockTag(name))
  const head = `<meta name="csrf-token" content="${token()}"><script nonce="${token()}">t="${token()}"</script>`
  const given = { ...data, template, content_for_header: head }
  const content_for_layout = engine.renderFileSync(template, given)
  return engine.renderFileSync('theme', { ...given, content_for_layout })
}

function blockTag(name: string): Data {
  const input = () => `<form><input type="hidden" name="authenticity_token" value="${token()}"></form>`
  return {
    parse(_: Data, rest: Data[]) {
      this.inner = []
      const stream = this.liquid.parser.parseStream(rest)
      stream.on(`tag:end${name}`, () => stream.stop()).on('template', (part: Data) => this.inner.push(part))
      stream.start()
    },
    *render(context: Data, emitter: Data): Generator<unknown, void, unknown> {
      if (name !== 'paginate') emitter.write(input())
      context.push({ paginate: { pages: 1, items: 1, parts: [] }, form: {} })
      yield this.liquid.renderer.renderTemplates(this.inner, context, emitter)
      context.pop()
    },
  }
}

/** The data of a shop at a page: a product, or a list that it is in. */
function shopAt(list: number, at: number): Data {
  const tables = yaml.parse(DATABASE, { merge: true, maxAliasCount: -1 })
  const collection = structuredClone(tables.collections[list])
  for (const [name, rows] of Object.entries<Data[]>(tables))
    tables[name] = Object.fromEntries(rows.map((row) => [row.handle, row]))
  const shop = { name: 'Snow Devil', currency: 'USD' }
  return { ...tables, linklists: tables.link_lists, shop, collection, product: collection.products[at] }
}

const counts = new Map<string, Record<Fold, [hits: number, of: number]>>()
function note(name: string, theme: string, isHit: boolean, wanted: boolean, shown: string): void {
  const fold = foldOf(theme, undefined)
  const count = counts.get(name) ?? { tune: [0, 0], validate: [0, 0] }
  counts.set(name, count)
  count[fold][1]++
  if (isHit) count[fold][0]++
  if (isHit !== wanted && fold === values.show) console.log(name, theme, shown.slice(0, 600))
}

let seed = Number(values.seed) * 100_000
function judgeShop(theme: string, template: string, kind: string, list: number): void {
  const random = seeded(++seed)
  const at = random.below(shopAt(list, 0).collection.products.length)
  const [before, after] = [shopAt(list, at), shopAt(list, at)]
  const [added, removed = ''] = CHANGES[kind]!(after.product, after.collection.products, random)
  const textOf = (data: Data) => visibleText(pageParts(parseHtml(render(theme, template, data, 1))).body!)
  const [old, now] = [textOf(before), textOf(after)]
  const page = watchPage()
  const noisy = (tree: Document) => addNoise(tree, list, ++seed, KINDS)
  const check = (data: Data) => page.check(() => resultOf(render(theme, template, data, ++seed), noisy))
  check(before)
  const looks = [check(before), check(before), check(after)]
  const wanted = [now.includes(added) ? added : '', old.includes(removed) ? removed : '']
  for (const [place, { state, changes }] of looks.entries()) {
    const message = JSON.stringify(changes)
    const isChange = old !== now && place === 2
    const isHit = state === 'changed' && (!isChange || wanted.every((text) => message.includes(text)))
    note(isChange ? `${template}: ${kind} found` : 'same shop told', theme, isHit, isChange, message)
  }
}

for (const theme of readdirSync(themes).filter((name) => !name.includes('.')))
  for (const template of ['product', 'collection'])
    for (const kind of Object.keys(CHANGES))
      for (let list = 0; list < 6; list++) judgeShop(theme, template, kind, list)
const shares = [...counts].sort().map(([name, { tune, validate }]) => [name, ...tune, '', ...validate])
console.log(table(['what', 'tuned on', 'of', '', 'not seen', 'of '], shares))
