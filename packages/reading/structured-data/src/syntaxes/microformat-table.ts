/** How a value is taken from its element: its text, an address, a date. */
export type Take = 'text' | 'url' | 'date'

/** A property of schema.org's by the classes that hold it, in microformats2 and before, and how it is taken. */
export interface FormatRow {
  property: string
  take: Take
  classes: readonly string[]
  /** Further elements hold further values. */
  isList?: boolean
}

export interface Format {
  type: string
  rows: readonly FormatRow[]
}

const text = (property: string, classes: string): FormatRow => row(property, 'text', classes)
const url = (property: string, classes: string): FormatRow => row(property, 'url', classes)
const date = (property: string, classes: string): FormatRow => row(property, 'date', classes)
const list = (property: string, classes: string): FormatRow => ({ ...text(property, classes), isList: true })

function row(property: string, take: Take, classes: string): FormatRow {
  return { property, take, classes: classes.split(' ') }
}

const ARTICLE: Format = {
  type: 'Article',
  rows: [
    text('headline', 'p-name entry-title'),
    text('description', 'p-summary entry-summary'),
    date('datePublished', 'dt-published published'),
    date('dateModified', 'dt-updated updated'),
    text('author', 'p-author author'),
    list('keywords', 'p-category'),
    url('url', 'u-url'),
    url('image', 'u-photo u-featured'),
  ],
}
const CARD: Format = {
  type: 'Person',
  rows: [
    text('name', 'p-name fn'),
    text('jobTitle', 'p-job-title title'),
    text('worksFor', 'p-org org'),
    text('telephone', 'p-tel tel'),
    text('email', 'u-email email'),
    text('streetAddress', 'p-street-address street-address'),
    text('addressLocality', 'p-locality locality'),
    text('addressRegion', 'p-region region'),
    text('postalCode', 'p-postal-code postal-code'),
    text('addressCountry', 'p-country-name country-name'),
    date('birthDate', 'dt-bday bday'),
    text('description', 'p-note note'),
    url('url', 'u-url url'),
    url('image', 'u-photo photo u-logo logo'),
  ],
}
const EVENT: Format = {
  type: 'Event',
  rows: [
    text('name', 'p-name summary'),
    date('startDate', 'dt-start dtstart'),
    date('endDate', 'dt-end dtend'),
    text('location', 'p-location location'),
    text('description', 'p-summary description'),
    url('url', 'u-url url'),
    url('image', 'u-photo photo'),
  ],
}
const RECIPE: Format = {
  type: 'Recipe',
  rows: [
    text('name', 'p-name fn'),
    list('recipeIngredient', 'p-ingredient ingredient'),
    text('recipeInstructions', 'e-instructions instructions'),
    text('recipeYield', 'p-yield yield'),
    date('totalTime', 'dt-duration duration'),
    date('prepTime', 'preptime'),
    date('cookTime', 'cooktime'),
    text('author', 'p-author author'),
    text('description', 'p-summary summary'),
    date('datePublished', 'dt-published published'),
    url('image', 'u-photo photo'),
  ],
}
const PRODUCT: Format = {
  type: 'Product',
  rows: [
    text('name', 'p-name fn'),
    text('brand', 'p-brand brand'),
    text('price', 'p-price price'),
    text('sku', 'u-identifier identifier'),
    text('description', 'e-description p-description description'),
    url('url', 'u-url url'),
    url('image', 'u-photo photo'),
  ],
}
const REVIEW: Format = {
  type: 'Review',
  rows: [
    text('name', 'p-name summary'),
    text('itemReviewed', 'p-item item'),
    text('reviewRating', 'p-rating rating'),
    text('author', 'p-author reviewer'),
    text('reviewBody', 'e-content description'),
    date('datePublished', 'dt-published dtreviewed'),
    url('url', 'u-url'),
  ],
}

/** Each microformat by the class of its root: microformats2, and the one before it. Source: microformats.org. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['h-entry', ARTICLE],
  ['hentry', ARTICLE],
  ['h-card', CARD],
  ['vcard', CARD],
  ['h-event', EVENT],
  ['vevent', EVENT],
  ['h-recipe', RECIPE],
  ['hrecipe', RECIPE],
  ['h-product', PRODUCT],
  ['hproduct', PRODUCT],
  ['h-review', REVIEW],
  ['hreview', REVIEW],
])
