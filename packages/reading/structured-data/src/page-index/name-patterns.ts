import type { Element } from '@gleaner/markup'
import { MORE_PRICE_WORDS, PRICE_WORDS } from '../price-words.ts'

/** Elements that hold other things than the page's subject. */
export const OUTSIDE_TAGS: ReadonlySet<Element['tag']> = new Set([
  'nav',
  'footer',
  'aside',
  'header',
  'dialog',
])

export const OUTSIDE_ROLE = /^(?:navigation|contentinfo|complementary|banner|search|dialog)$/i

/** Names of blocks that show other things: related items, cart, comments, newsletter. */
export const OUTSIDE_NAME =
  /(?:^|[\s_-])(?:related|recommend\w*|reco|similar|also[-_]?(?:like|bought|view\w*)|you-?may|up-?sells?|cross-?sells?|mini-?cart|cart-?(?:drawer|preview|sidebar)|basket|recently?(?:-?viewed)?|newsletter|comments?|comment-?list|respond|side-?bar|(?<!(?:post|entry|article|story)[_-])footer|nav|navbar|navigation|menu|mega-?menu|top-?bar|cookie\w*|modal|popup|lightbox|teaser-?list|read-?more|most-?(?:read|popular)|trending|promo\w*|sponsored|advert\w*|ads?|breaking|ticker|latest|more-?(?:news|stories|from))(?:$|[\s_-])/

/** Classes of the elements that hold a microformat: those of microformats2, and of the time before it. */
export const MICROFORMAT =
  /(?:^|\s)(?:h-(?:entry|card|event|recipe|product|review)|hentry|vcard|vevent|hrecipe|hproduct|hreview)(?:$|\s)/

/** Names of elements that readers of the visible page look into. */
export const MARK = new RegExp(
  [
    PRICE_WORDS,
    MORE_PRICE_WORDS,
    /цена|pris\b/.source,
    /sale|sku|article-?n|artikel-?n|product-?(?:id|code|ref)|ref(?:erence)?\b|mpn|gtin|ean|barcode|avail|stock|lager|dispo|deliver|brand|vendor|designer|manufact|marke|marca|byline|author|autor|writer|user-?name|bigusername|poster|nick|message-name|creator|thread-?starter|contrib|publish|posted|date|datum|fecha|time|updated|modif|meta|entry|breadcrumb|crumb|rating|review|star|ingredient|instruction|direction|recipe|headline|title|subtitle|add-?to|buy|variant|salary|company|location|faq|question|accordion|dealer|seller|auction|bid/
      .source,
  ].join('|'),
)

/** A text that may be a price: a digit and a currency, or a currency alone whose amount stands in the element beside it. */
export const MONEY =
  /[€£$¥₹₽₴₺₪₩₫฿₱₦₸￥]|\d\s?(?:,-|\.-)|(?:^|[\s\d.,-])(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|NOK|DKK|HUF|RON|BGN|TRY|INR|BRL|ARS|CLP|MXN|COP|AUD|NZD|CAD|SGD|HKD|JPY|CNY|KRW|IDR|MYR|THB|VND|PHP|ZAR|AED|SAR|EGP|ILS|UAH|RUB|KZT|kr\.?|zł|zl|Kč|Ft|lei|lv|kn|Kn|din|RSD|руб|грн|лв|тг|р\.|₽|сом|Rs\.?|RM|TL|Rp|R|SR|KD|QR|ر\.س|د\.إ|ج\.م|ريال|تومان|جنيه|ש"ח|円|元|원|บาท|đ|tk)(?=$|[\s\d.,/-])/

/** Addresses of author pages. */
export const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|profiles?|people|by|contributors?|writers?|columnists?|journalists?|staff|redaktion)\/|[?&]author=/i
