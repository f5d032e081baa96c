/**
 * Meta names by the schema.org field that they fill, the surest first. Sources: ogp.me and the Facebook product catalogue,
 * Twitter cards, Dublin Core (DCMI), Highwire/Google Scholar `citation_*`, parse.ly, Sailthru, and what newspapers use.
 */
const FIELDS: Record<string, string> = {
  headline:
    'og:title twitter:title citation_title parsely-title sailthru.title dc.title dcterms.title headline title mwtitle',
  description:
    'og:description description twitter:description sailthru.description dc.description dcterms.description dcterms.abstract excerpt',
  url: 'og:url twitter:url parsely-link',
  siteName:
    'og:site_name application-name al:ios:app_name dc.publisher dcterms.publisher citation_journal_title apple-mobile-web-app-title',
  author:
    'citation_author author article:author article:author_name parsely-author sailthru.author dc.creator dcterms.creator dc.creator.personalname og:author og:article:author article.author byl authors cxenseparse:author cxenseparse:recs:author twitter:creator:name creator news_author rbauthors writer dcsext.author book:author pinterestapp:author',
  datePublished:
    'article:published_time og:article:published_time og:published_time datepublished parsely-pub-date sailthru.date citation_publication_date citation_online_date citation_date cxenseparse:recs:publishtime cxenseparse:publishtime article:published article.published published article.created published_time publish-date publishdate publish_date published-date pubdate publication_date publicationdate dc.date.issued dcterms.issued dcterms.date dc.date dc.date.created dcterms.created dcterms.available datecreated creation_date created originalpublicationdate article_date_original rnews:datepublished cdate ptime buildtime og:pubdate last-published displaydate timestamp bt:pubdate analyticsattributes.articledate date shareaholic:article_published_time gentime article:post_date vr:published_time rbpubdate dcsext.articlefirstpublished iso-8601-publish-date doc_date tweetmeme-created date_published release_date releasedate prism.publicationdate eprints.datestamp og:regdate regdate article:create_at nowpub',
  dateModified:
    'article:modified_time og:updated_time og:article:modified_time datemodified article:modified modified_time last-modified lastmod lastmodified last_modified dcterms.modified dc.date.modified article.updated revision_date updated_time utime dcterms.date.modified moddate shareaholic:article_modified_time dcsext.articleupdated pagemodified date_updated update_date updatetime',
  image:
    'og:image:secure_url og:image og:image:url twitter:image twitter:image:src parsely-image-url sailthru.image.full thumbnail image msapplication-tileimage',
  articleSection:
    'article:section og:article:section parsely-section section cxenseparse:taxonomy category dc.subject',
  keywords:
    'keywords news_keywords article:tag parsely-tags sailthru.tags og:article:tag dc.subject dcterms.subject citation_keywords',
  inLanguage: 'og:locale language dc.language dcterms.language content-language citation_language',
  price:
    'product:sale_price:amount product:price:amount og:price:amount product:price og:product:price:amount price twitter:data:price product.price cxenseparse:price bt:price',
  priceCurrency:
    'product:sale_price:currency product:price:currency og:price:currency pricecurrency og:product:price:currency currency',
  availability: 'product:availability og:availability availability og:product:availability',
  brand: 'product:brand og:brand brand og:product:brand',
  sku: 'product:retailer_item_id product:sku sku product:retailer_part_no og:product:retailer_item_id product:item_id productid product:id',
  mpn: 'product:mfr_part_no product:mpn mpn',
  gtin: 'product:gtin product:ean og:upc product:upc og:ean product:isbn book:isbn gtin13 gtin',
  itemCondition: 'product:condition og:condition',
  category: 'product:category og:product:category',
  startDate: 'event:start_time og:event:start_time',
  endDate: 'event:end_time',
  ratingValue: 'og:rating rating',
  ratingCount: 'og:rating_count',
  duration: 'og:video:duration video:duration',
  contentUrl: 'og:video:secure_url og:video:url og:video twitter:player:stream',
  telephone: 'og:phone_number business:contact_data:phone_number',
}

export const META_FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(FIELDS).map(([field, names]) => [field, names.split(' ')]),
)

/** Schema.org type of an `og:type`. */
export const OG_TYPES: Record<string, string> = {
  article: 'Article',
  news: 'NewsArticle',
  'news.article': 'NewsArticle',
  newsarticle: 'NewsArticle',
  blog: 'BlogPosting',
  'blog.post': 'BlogPosting',
  blogpost: 'BlogPosting',
  product: 'Product',
  'og:product': 'Product',
  'product.item': 'Product',
  'product.group': 'ItemList',
  item: 'Product',
  book: 'Book',
  'books.book': 'Book',
  profile: 'ProfilePage',
  'video.movie': 'Movie',
  'video.episode': 'TVEpisode',
  'video.tv_show': 'TVSeries',
  'video.other': 'VideoObject',
  video: 'VideoObject',
  'music.song': 'MusicRecording',
  'music.album': 'MusicAlbum',
  'music.playlist': 'MusicPlaylist',
  event: 'Event',
  restaurant: 'Restaurant',
  'restaurant.restaurant': 'Restaurant',
  'business.business': 'LocalBusiness',
  place: 'Place',
  recipe: 'Recipe',
  job: 'JobPosting',
  hotel: 'Hotel',
  company: 'Organization',
  organization: 'Organization',
  website: 'WebSite',
}
