/**
 * Which part of a web page is its content: `chooseMainContent(document, url)` gives a copy of the page's tree without
 * navigation, teasers, banners and the like, and says so when it is not sure.
 *
 * `outline.ts` measures every element once; `mark-*.ts` mark what is not content; `packages/reading/page-types` guesses what kind of
 * page it is, by which `choose-root.ts` picks the element that holds the content.
 */

export { chooseMainContent } from './choose-main-content.ts'
