import type { RouteGroup } from '../route.ts'
import { page } from '../static-pages.ts'

/** Pages that answer everybody at once: one of each kind that is worth scraping. */
export function pageRoutes(): RouteGroup {
  return {
    title: 'Pages',
    routes: [
      page('/plain', 'A plain page: a heading, paragraphs, a list.'),
      page(
        '/article',
        'A long newspaper article with navigation, side column, comments, code, a table and JSON-LD.',
      ),
      page('/docs', 'A page of technical documentation with side bars, code in three languages and tables.'),
      page('/product', 'A product with JSON-LD, a price, ratings and reviews.'),
      page('/product-no-markup', 'A product that only a reader can recognise.'),
      page('/forum', 'A forum thread with four posts.'),
      page('/listing', 'A shop category with eight products.'),
      page('/service', 'The website of a town archive.'),
      page('/recipe', 'A recipe with microdata.'),
      page('/event', 'An event with a programme.'),
      page('/job', 'A job advertisement.'),
      page('/faq', 'Questions and answers in folding boxes.'),
      page('/tiny', 'A page of one sentence, and complete.'),
      page('/captcha-article', 'An article about captchas, which is no captcha.'),
      page('/print', 'A page with rules for printing.'),
      page('/broken-html', 'Markup that no validator survives.'),
    ],
  }
}
