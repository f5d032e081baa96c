/**
 * What type of page it is: one table of the evidence in an address, a generator, Open Graph or a type of schema.org
 * (`page-signs.ts`, `schema-types.ts`), shared by all readers. `guessPageType` weighs it together with measures of the
 * page's text; `isHome`, `isThread` and `isDocumentation` are true only on certain evidence.
 */

export { guessPageType, type ManualSigns, type PageDeclarations, type PageSigns } from './guess-page-type.ts'
export { isArticleAddress, isDocumentation, isHome, isThread, type PageType } from './page-signs.ts'
export { type Family, familyOf, familyRank, properType, typeNames } from './schema-types.ts'
