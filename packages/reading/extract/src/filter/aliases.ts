/**
 * Names that mean the same property of extracted data; a path goes into an object (`offers.price`). A schema's property is
 * looked up under every name of its row; names behind `<` stand in for those before it, and not the other way around: a shop's own
 * number is no GTIN. They are what schema.org, meta tags and extraction schemas call these things.
 */
const GROUPS: readonly string[] = [
  'title name headline og_title',
  'description summary abstract product_description',
  'price current_price offers.price lowPrice offers.lowPrice amount sale_price product_price',
  'high_price highPrice offers.highPrice max_price',
  'low_price lowPrice offers.lowPrice min_price',
  'currency priceCurrency offers.priceCurrency price_currency currency_code salaryCurrency baseSalary.currency',
  'in_stock availability available offers.availability is_available stock stock_status inStock',
  'sku product_id productID item_number article_number < asin mpn gtin gtin13 gtin12 gtin14 gtin8 isbn',
  'gtin gtin13 gtin12 gtin14 gtin8 ean upc isbn',
  'image image_url image_urls images thumbnailUrl thumbnail photo photos picture pictures main_image',
  'brand manufacturer brand.name manufacturer.name brand_name vendor',
  'stars starRating.ratingValue starRating ratingValue aggregateRating.ratingValue rating',
  'rating ratingValue aggregateRating.ratingValue average_rating stars score',
  'rating_count ratingCount aggregateRating.ratingCount ratings_count num_ratings number_of_ratings votes < reviewCount aggregateRating.reviewCount',
  'review_count reviewCount aggregateRating.reviewCount reviews_count num_reviews number_of_reviews < ratingCount aggregateRating.ratingCount',
  'author creator byline author.name creator.name authors writer author_name',
  'published_at datePublished date publish_date published published_date publication_date datePosted uploadDate date_published posted_at',
  'updated_at dateModified modified_at updated last_updated modified date_modified',
  'url link canonical canonical_url href page_url product_url',
  'category articleSection genre section categories recipeCategory',
  'address location.address jobLocation.address',
  'venue location.name',
  'location address jobLocation place venue',
  'street street_address streetAddress',
  'city addressLocality locality town',
  'region state province addressRegion',
  'postal_code postalCode zip zip_code postcode',
  'country addressCountry',
  'company hiringOrganization organization employer hiringOrganization.name company_name',
  'salary baseSalary compensation pay',
  'salary_min min_salary salary_from baseSalary.value.minValue baseSalary.minValue baseSalary.value.value',
  'salary_max max_salary salary_to baseSalary.value.maxValue baseSalary.maxValue',
  'salary_currency baseSalary.currency salaryCurrency',
  'salary_unit salary_period pay_period baseSalary.value.unitText baseSalary.unitText',
  'min minimum minValue value.minValue value.value',
  'max maximum maxValue value.maxValue',
  'unit period unitText value.unitText interval',
  'start_date startDate starts_at start begins',
  'end_date endDate ends_at end',
  'docket_number docket docket_no. docket_# docket_nos. case_number case_no. case_no case_# case_nos. court_no. < no. number',
  'ingredients recipeIngredient ingredient',
  'instructions recipeInstructions steps directions method',
  'tags keywords',
  'language inLanguage lang',
  'site_name publisher.name publisher site',
  'content articleBody text body reviewBody',
  'reviews review',
  'variants hasVariant options',
  'seller offers.seller offers.seller.name sold_by',
  'condition itemCondition offers.itemCondition',
  'prep_time prepTime',
  'cook_time cookTime',
  'total_time totalTime duration',
  'servings recipeYield yield',
  'employment_type employmentType job_type',
  'phone telephone phone_number',
  'questions mainEntity faqs faq faq_items qa qa_pairs q_and_a',
  'question name q',
  'answer acceptedAnswer suggestedAnswer a',
  'video_url contentUrl embedUrl video',
  'organizer organizer.name',
  'performers performer',
  'items itemListElement list results products articles entries jobs events listings',
]

export const ALIASES: ReadonlyMap<string, readonly string[]> = makeTable()

function makeTable(): Map<string, readonly string[]> {
  const table = new Map<string, string[]>()
  for (const group of GROUPS) {
    const [asked, standIns = []] = group.split(' < ').map((names) => names.split(' '))
    const names = [...asked!, ...standIns]
    for (const name of asked!) {
      if (name.includes('.')) continue
      const key = plainKey(name)
      table.set(key, [...new Set([...(table.get(key) ?? []), ...names])])
    }
  }
  return table
}

/** A property's name without letter case and separators: `datePublished`, `date_published` and `Date Published` are one. */
export function plainKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}
