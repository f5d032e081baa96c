/** What a page can be about. The families order schema.org's types by how well they describe a page's subject. */
export type Family =
  | 'product'
  | 'job'
  | 'recipe'
  | 'event'
  | 'article'
  | 'video'
  | 'business'
  | 'course'
  | 'work'
  | 'forum'
  | 'faq'
  | 'list'
  | 'person'
  | 'organization'
  | 'page'
  | 'site'
  | 'breadcrumb'
  | 'part'
  | 'unknown'

/** Type names by family, from schema.org's hierarchy; a type that is not listed is read by its ending (`*Article`, `*Event`). */
const TYPES: Record<Exclude<Family, 'unknown'>, string> = {
  product:
    'Product ProductGroup IndividualProduct ProductModel SomeProducts Vehicle Car Motorcycle SoftwareApplication MobileApplication WebApplication VideoGame Accommodation Apartment House SingleFamilyResidence Residence RealEstateListing Book Offer AggregateOffer Ticket Trip',
  job: 'JobPosting',
  recipe: 'Recipe',
  event:
    'Event MusicEvent SportsEvent TheaterEvent Festival EventSeries BusinessEvent ScreeningEvent CourseInstance Hackathon',
  article:
    'Article NewsArticle BlogPosting TechArticle ScholarlyArticle MedicalScholarlyArticle Report ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle BackgroundNewsArticle ReviewNewsArticle AdvertiserContentArticle SatiricalArticle LiveBlogPosting SocialMediaPosting HowTo Review CriticReview ClaimReview MedicalWebPage APIReference',
  video: 'VideoObject Movie TVSeries TVEpisode TVSeason Episode Clip BroadcastEvent',
  business:
    'LocalBusiness Restaurant Store Hotel LodgingBusiness FoodEstablishment CafeOrCoffeeShop BarOrPub Bakery Dentist Physician MedicalClinic MedicalBusiness Hospital AutoDealer AutoRepair RealEstateAgent LegalService Attorney FinancialService InsuranceAgency HomeAndConstructionBusiness Plumber Electrician BeautySalon HairSalon HealthAndBeautyBusiness SportsActivityLocation EntertainmentBusiness TouristAttraction Museum Place Landmark TravelAgency ProfessionalService ChildCare ShoppingCenter',
  course:
    'Course EducationalOccupationalProgram Service FinancialProduct BankAccount LoanOrCredit MedicalCondition Drug',
  work: 'CreativeWork MusicRecording MusicAlbum MusicGroup MusicPlaylist PodcastEpisode PodcastSeries SoftwareSourceCode Dataset Photograph VisualArtwork ImageGallery MediaObject AudioObject Game CreativeWorkSeries DefinedTerm',
  forum: 'DiscussionForumPosting QAPage Question',
  faq: 'FAQPage',
  list: 'ItemList CollectionPage SearchResultsPage OfferCatalog Blog Menu',
  person: 'Person ProfilePage Patient',
  organization:
    'Organization Corporation NGO EducationalOrganization CollegeOrUniversity School GovernmentOrganization NewsMediaOrganization SportsTeam SportsOrganization MedicalOrganization OnlineStore OnlineBusiness Airline Brand',
  page: 'WebPage AboutPage ContactPage ItemPage CheckoutPage MediaGallery',
  site: 'WebSite WebApplicationSite',
  breadcrumb: 'BreadcrumbList Breadcrumb',
  part: 'ImageObject ListItem PostalAddress GeoCoordinates SearchAction ReadAction SiteNavigationElement WPHeader WPFooter WPSideBar WebPageElement ContactPoint AggregateRating Rating Comment UserComments Answer Thing EntryPoint SpeakableSpecification OpeningHoursSpecification QuantitativeValue PropertyValue Language Country City State MonetaryAmount InteractionCounter Quotation Audience HowToStep HowToSection',
}
const FAMILY_OF = new Map(
  Object.entries(TYPES).flatMap(([family, names]) =>
    names.split(' ').map((name) => [name, family as Family] as const),
  ),
)
const ENDINGS: readonly [RegExp, Family][] = [
  [/Article$|Posting$/, 'article'],
  [/Event$/, 'event'],
  [/Store$|Shop$|Business$|Restaurant$/, 'business'],
  [/Organization$/, 'organization'],
  [/Page$/, 'page'],
]

/** How well a family names the subject of a page; 0: never the subject. */
export const FAMILY_RANK: Record<Family, number> = {
  product: 10,
  job: 10,
  recipe: 10,
  event: 9,
  article: 9,
  video: 7,
  forum: 9,
  course: 6,
  work: 6,
  business: 5,
  faq: 4,
  list: 3,
  person: 3,
  organization: 2,
  page: 2,
  site: 1,
  breadcrumb: 0,
  part: 0,
  unknown: 2,
}

const SPELLING = new Map([...FAMILY_OF.keys()].map((name) => [name.toLowerCase(), name]))

/** A type name in schema.org's spelling, when it is one of them in another letter case. */
export function properType(name: string): string {
  return SPELLING.get(name.toLowerCase()) ?? name
}

/** The family of an item's type or types; of several, the one that describes best. */
export function familyOf(type: unknown): Family | undefined {
  let best: Family | undefined
  for (const name of Array.isArray(type) ? type : [type]) {
    if (typeof name !== 'string') continue
    const family = FAMILY_OF.get(name) ?? ENDINGS.find(([ending]) => ending.test(name))?.[1] ?? 'unknown'
    if (best === undefined || FAMILY_RANK[family] > FAMILY_RANK[best]) best = family
  }
  return best
}
