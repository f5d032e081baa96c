/**
 * Judges `filtered_content`: plain schemas, as callers write them, are filled from product pages whose declarations are taken
 * out, and held against what the pages declared.
 *
 *   node bench/structured/filtered.ts <folder>... [--half tune|validate|all] [--state] [--verbose]
 *
 * Folders, facts and `--state` are those of `hidden.ts`. Each page is asked by two schemas, which name the same things
 * differently; a property counts when the page declares its fact and the value stands in what is left of the page.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonSchema } from '@gleaner/contracts'
import { extract } from '@gleaner/extract/extract'
import { parseHtml, serialize } from '@gleaner/markup'
import { readStructured } from '@gleaner/structured-data'
import { hideDeclarations } from './hide-declarations.ts'
import { isLeft, isSame, textOf } from './judge-facts.ts'
import { type Half, loadSet } from './load-set.ts'
import { type Fact, factsOf } from './product-facts.ts'
import { f1, newTally, note, type Tally } from './score.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    state: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

interface Asked {
  schema: JsonSchema
  /** Property of the schema to the fact that it asks for. */
  facts: Record<string, Fact>
}

const ASKED: Record<string, Asked> = {
  plain: {
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        price: { type: 'number' },
        currency: { type: 'string' },
        in_stock: { type: 'boolean' },
        sku: { type: 'string' },
        brand: { type: 'string' },
      },
    },
    facts: {
      title: 'name',
      price: 'price',
      currency: 'currency',
      in_stock: 'availability',
      sku: 'sku',
      brand: 'brand',
    },
  },
  shorthand: {
    schema: {
      product_name: 'string',
      current_price: 'number',
      price_currency: 'string',
      availability: 'string',
      product_id: 'string',
      manufacturer: 'string',
    } as unknown as JsonSchema,
    facts: {
      product_name: 'name',
      current_price: 'price',
      price_currency: 'currency',
      availability: 'availability',
      product_id: 'sku',
      manufacturer: 'brand',
    },
  },
}
const tallies = Object.fromEntries(
  Object.entries(ASKED).map(([name, { facts }]) => [
    name,
    Object.fromEntries(Object.keys(facts).map((property) => [property, newTally()])),
  ]),
) as Record<string, Record<string, Tally>>
let pages = 0

for (const folder of positionals)
  for (const name of readdirSync(folder)) {
    const set = join(folder, name)
    if (existsSync(join(set, 'ground-truth.json.gz'))) await measure(set)
  }
report()

async function measure(set: string): Promise<void> {
  for (const page of loadSet<{ facts?: ReturnType<typeof factsOf> }>(set, values.half as Half, [])) {
    const declared = page.truth.facts ?? factsOf(readStructured(page.document, page), true)
    if (!declared) continue
    pages += 1
    const document = parseHtml(page.html)
    hideDeclarations(document, { scripts: !values.state })
    const body = new TextEncoder().encode(serialize(document))
    const rest = textOf(document, { scripts: values.state })
    for (const [name, { schema, facts }] of Object.entries(ASKED)) {
      const filled = await fill(body, page.url, schema)
      for (const [property, fact] of Object.entries(facts)) {
        const expected = (declared[fact] ?? []).filter((value) => isLeft(fact, value, rest))
        if (expected.length === 0) continue
        const value = textOfValue(fact, filled[property])
        const right = value !== undefined && expected.some((one) => isSame(fact, one, value))
        note(tallies[name]![property]!, { predicted: value !== undefined, right, expected: true })
        if (values.verbose && !right)
          console.log(
            `  ${page.url}\n    ${name} ${property}: ${value} (${expected.slice(0, 3).join(' | ')})`,
          )
      }
    }
  }
}

async function fill(body: Uint8Array, url: string, schema: JsonSchema): Promise<Record<string, unknown>> {
  const made = await extract({
    url,
    body,
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    formats: ['json'],
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    extractionSchema: schema,
    maxContentBytes: 50_000_000,
  })
  return made.ok ? ((made.content.filtered_content ?? {}) as Record<string, unknown>) : {}
}

/** A value in the form of the facts: whether a thing can be had is `InStock` or `OutOfStock`. */
function textOfValue(fact: Fact, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (fact !== 'availability') return String(value)
  const isOut = value === false || /^(?:OutOfStock|SoldOut|Discontinued)$/.test(String(value))
  return isOut ? 'OutOfStock' : 'InStock'
}

function report(): void {
  console.log(`${pages} pages, scripts ${values.state ? 'kept' : 'taken out'}`)
  for (const [name, properties] of Object.entries(tallies))
    for (const [property, tally] of Object.entries(properties)) {
      const { precision, recall, f1: score } = f1(tally)
      const asked = tally.truePositives + tally.falseNegatives
      console.log(
        `${name.padEnd(10)} ${property.padEnd(15)} F1 ${score.toFixed(3)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  of ${asked}`,
      )
    }
}
