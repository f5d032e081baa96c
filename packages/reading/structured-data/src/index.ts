/**
 * The page as data: `readStructured` gives what it is about as one schema.org item, with the evidence for each field,
 * and `readMetadata` what it says about itself (title, author, dates, language, links).
 *
 * `page-index/` collects what all readers look at in one walk over the page; `syntaxes/` read what a page declares
 * (JSON-LD, microdata, RDFa, microformats, Open Graph, the state of its scripts); `heuristics/` read what it merely shows; `entities/`
 * choose and merge the items. What is declared wins over what is shown. `lists/` find what repeats on a
 * page and read its entries; `shown-data/` have the lists and labelled values that an extraction schema may ask for.
 */

export { type FoundList, findLists } from './lists/find-lists.ts'
export { type PageMetadata, readMetadata } from './metadata/read-metadata.ts'
export { pageFacts } from './page-facts.ts'
export { indexPage } from './page-index/page-index.ts'
export { readStructured, structuredMethod } from './read-structured.ts'
export { readShownData, type ShownData } from './shown-data/read-shown-data.ts'
export { readJsonLd } from './syntaxes/jsonld.ts'
export { readMicrodata } from './syntaxes/microdata.ts'
export { readRdfa } from './syntaxes/rdfa.ts'
