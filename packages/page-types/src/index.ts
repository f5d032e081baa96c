/**
 * What kind of page it is: one table of what an address, a generator, Open Graph or a type of schema.org says
 * (`page-signs.ts`, `schema-types.ts`), for all who ask. `guessPageType` weighs them against each other and against what the
 * page's text amounts to; `isHome`, `isThread` and `isDocumentation` ask for what leaves no doubt.
 */

export { guessPageType, type PageDeclarations, type PageSigns } from './guess-page-type.ts'
export { isDocumentation, isHome, isThread, type PageType } from './page-signs.ts'
export { type Family, familyOf, familyRank, properType } from './schema-types.ts'
