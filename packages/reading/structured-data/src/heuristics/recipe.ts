import { type Element, findAll } from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import type { Headline } from './headline.ts'
import { makeLabels, readLabels } from './read-labels.ts'

const INGREDIENTS =
  /^(?:the )?(?:ingredients?|zutaten|ingr[ée]dients|ingredientes|ingredienti|ingrediënten|ingredienser|ingrediens|ainekset|składniki|ingredience|suroviny|hozzávalók|ingrediente|malzemeler|υλικά|ингредиенты|ингредиенты|інгредієнти|съставки|sastojci|המצרכים|מצרכים|المقادير|المكونات|材料|재료|nguyên liệu|bahan(?:-bahan)?)\b/iu
const STEPS =
  /^(?:the )?(?:instructions?|directions?|method|preparation|steps|how to make|zubereitung|anleitung|préparation|étapes|preparaci[óo]n|elaboraci[óo]n|instrucciones|modo de (?:preparo|fazer)|preparação|preparazione|procedimento|bereiding(?:swijze)?|gör så här|tillagning|fremgangsmåde|fremgangsmåte|valmistus(?:ohje)?|przygotowanie|sposób przygotowania|postup|elkészítés|mod de preparare|preparare|yapılışı|hazırlanışı|εκτέλεση|приготовление|способ приготовления|приготування|приготвяне|priprema|אופן ההכנה|הוראות הכנה|طريقة (?:التحضير|العمل)|作り方|做法|만드는 ?법|cách làm|cara membuat)/iu
const LIST_TAGS: ReadonlySet<string> = new Set(['ul', 'ol'])
const HEADING_TAGS: ReadonlySet<string> = new Set([
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'p',
  'div',
  'span',
  'b',
])
const MOST_LINES = 200
const HEADING_CHARS = 40

const TIMES = makeLabels(
  {
    prepTime:
      'prep time|prep|preparation time|vorbereitungszeit|arbeitszeit|temps de préparation|tiempo de preparación|tempo di preparazione|tempo de preparo|voorbereidingstijd|czas przygotowania',
    cookTime:
      'cook time|cooking time|kochzeit|backzeit|temps de cuisson|tiempo de cocción|tempo di cottura|kooktijd|bereidingstijd',
    totalTime:
      'total time|gesamtzeit|temps total|tiempo total|tempo totale|tempo total|totale tijd|czas całkowity',
    recipeYield:
      'servings|serves|yield|yields|portionen|portions|porciones|porzioni|porções|personen|porcje|porsjoner|annosta',
  },
  { prepTime: /\d/, cookTime: /\d/, totalTime: /\d/, recipeYield: /\d/ },
  [],
)

/** A recipe as the page shows it: its lists under the headings of ingredients and of steps; undefined unless both are there. */
export function readVisibleRecipe(index: PageIndex, headline: Headline | undefined): JsonObject | undefined {
  const lists = index.body && hasBothHeadings(index) ? listsUnder(index.body) : undefined
  if (!lists?.ingredients || !lists.steps) return undefined
  return {
    '@type': 'Recipe',
    ...(headline ? { name: headline.text } : {}),
    recipeIngredient: lists.ingredients,
    recipeInstructions: lists.steps.map((text) => ({ '@type': 'HowToStep', text })),
    ...readLabels(index, TIMES),
  }
}

/** A cheap test before the page is walked: both headings occur. */
function hasBothHeadings({ texts }: PageIndex): boolean {
  const lines = texts.filter(({ value }) => value.length <= HEADING_CHARS)
  return lines.some(({ value }) => INGREDIENTS.test(value)) && lines.some(({ value }) => STEPS.test(value))
}

/** The first list after a heading that names it, in document order. */
function listsUnder(body: Element): { ingredients?: string[]; steps?: string[] } {
  const found: { ingredients?: string[]; steps?: string[] } = {}
  let waiting: 'ingredients' | 'steps' | undefined
  for (const element of findAll(body, ({ tag }) => HEADING_TAGS.has(tag) || LIST_TAGS.has(tag))) {
    if (!LIST_TAGS.has(element.tag)) {
      const text = element.children.length <= 4 ? shortText(element, HEADING_CHARS + 1) : ''
      if (text === '' || text.length > HEADING_CHARS) continue
      if (INGREDIENTS.test(text)) waiting = 'ingredients'
      else if (STEPS.test(text)) waiting = 'steps'
      continue
    }
    if (!waiting || found[waiting]) continue
    const lines = findAll(element, 'li')
      .slice(0, MOST_LINES)
      .map((line) => shortText(line, 1_000))
      .filter(Boolean)
    if (lines.length >= 2) found[waiting] = lines
  }
  return found
}
