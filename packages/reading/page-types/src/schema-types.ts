import { HIERARCHY } from './generated/hierarchy.ts'
import type { PageType } from './page-signs.ts'

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

interface FamilyFacts {
  /** How well it names the subject of a page; 0: never the subject. */
  rank: number
  /** The types of page that it is evidence for, wherever the page names it, with weights. */
  signs?: Signs
  /** A type of schema.org's that is not listed is of the family of the one that it is a kind of; one that is not schema.org's is read by its ending. */
  types: string
}

type Signs = readonly (readonly [type: PageType, weight: number])[]

const FAMILIES: Record<Exclude<Family, 'unknown'>, FamilyFacts> = {
  product: {
    rank: 10,
    signs: [['product', 2]],
    types:
      'Product ProductGroup IndividualProduct ProductModel SomeProducts Vehicle Car Motorcycle SoftwareApplication MobileApplication WebApplication VideoGame Accommodation Apartment House SingleFamilyResidence Residence RealEstateListing Book Offer AggregateOffer Ticket Trip',
  },
  job: {
    rank: 10,
    types: 'JobPosting',
  },
  recipe: {
    rank: 10,
    signs: [['article', 1]],
    types: 'Recipe',
  },
  event: {
    rank: 9,
    types:
      'Event MusicEvent SportsEvent TheaterEvent Festival EventSeries BusinessEvent ScreeningEvent CourseInstance Hackathon',
  },
  article: {
    rank: 9,
    signs: [['article', 3]],
    types:
      'Article NewsArticle BlogPosting TechArticle ScholarlyArticle MedicalScholarlyArticle Report ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle BackgroundNewsArticle ReviewNewsArticle AdvertiserContentArticle SatiricalArticle LiveBlogPosting SocialMediaPosting HowTo Review CriticReview ClaimReview MedicalWebPage APIReference',
  },
  video: {
    rank: 7,
    types: 'VideoObject Movie TVSeries TVEpisode TVSeason Episode Clip BroadcastEvent',
  },
  forum: {
    rank: 9,
    signs: [['forum', 5]],
    types: 'DiscussionForumPosting QAPage Question',
  },
  course: {
    rank: 6,
    types:
      'Course EducationalOccupationalProgram Service FinancialProduct BankAccount LoanOrCredit MedicalCondition Drug',
  },
  work: {
    rank: 6,
    types:
      'CreativeWork MusicRecording MusicAlbum MusicGroup MusicPlaylist PodcastEpisode PodcastSeries SoftwareSourceCode Dataset Photograph VisualArtwork ImageGallery MediaObject AudioObject Game CreativeWorkSeries DefinedTerm',
  },
  business: {
    rank: 5,
    signs: [['service', 1.5]],
    types:
      'LocalBusiness Restaurant Store Hotel LodgingBusiness FoodEstablishment CafeOrCoffeeShop BarOrPub Bakery Dentist Physician MedicalClinic MedicalBusiness Hospital AutoDealer AutoRepair RealEstateAgent LegalService Attorney FinancialService InsuranceAgency HomeAndConstructionBusiness Plumber Electrician BeautySalon HairSalon HealthAndBeautyBusiness SportsActivityLocation EntertainmentBusiness TouristAttraction Museum Place Landmark TravelAgency ProfessionalService ChildCare ShoppingCenter',
  },
  faq: {
    rank: 4,
    types: 'FAQPage',
  },
  list: {
    rank: 3,
    signs: [
      ['collection', 2],
      ['listing', 2],
    ],
    types: 'ItemList CollectionPage SearchResultsPage OfferCatalog Blog Menu',
  },
  person: {
    rank: 3,
    types: 'Person ProfilePage Patient',
  },
  organization: {
    rank: 2,
    types:
      'Organization Corporation NGO EducationalOrganization CollegeOrUniversity School GovernmentOrganization NewsMediaOrganization SportsTeam SportsOrganization MedicalOrganization OnlineStore OnlineBusiness Airline Brand',
  },
  page: {
    rank: 2,
    types: 'WebPage AboutPage ContactPage ItemPage CheckoutPage MediaGallery',
  },
  site: {
    rank: 1,
    types: 'WebSite WebApplicationSite',
  },
  breadcrumb: {
    rank: 0,
    types: 'BreadcrumbList Breadcrumb',
  },
  part: {
    rank: 0,
    types:
      'ImageObject ListItem PostalAddress GeoCoordinates SearchAction ReadAction SiteNavigationElement WPHeader WPFooter WPSideBar WebPageElement ContactPoint AggregateRating Rating Comment UserComments Answer Thing EntryPoint SpeakableSpecification OpeningHoursSpecification QuantitativeValue PropertyValue Language Country City State MonetaryAmount InteractionCounter Quotation Audience HowToStep HowToSection StructuredValue Enumeration Action',
  },
}
const UNKNOWN_RANK = 2

/** Types that are evidence for other pages than the rest of their family. */
const OWN_SIGNS: Readonly<Record<string, Signs>> = {
  APIReference: [['documentation', 3]],
  Offer: [['product', 1]],
  OfferCatalog: [['collection', 2]],
  Question: [],
  Review: [['article', 1]],
  SearchResultsPage: [['listing', 2]],
  Service: [['service', 1.5]],
  SoftwareApplication: [['service', 1.5]],
  TechArticle: [['documentation', 3]],
}

const FAMILY_OF = new Map(
  Object.entries(FAMILIES).flatMap(([family, { types }]) =>
    types.split(' ').map((name) => [name, family as Family] as const),
  ),
)
const ENDINGS: readonly [RegExp, Family][] = [
  [/Article$|Posting$/, 'article'],
  [/Event$/, 'event'],
  [/Store$|Shop$|Business$|Restaurant$/, 'business'],
  [/Organization$/, 'organization'],
  [/Page$/, 'page'],
]

export const familyRank = (family: Family): number =>
  family === 'unknown' ? UNKNOWN_RANK : FAMILIES[family].rank

/** The kinds of page that a named type is evidence for. */
export function typeSigns(name: string): Signs {
  const own = OWN_SIGNS[name]
  if (own) return own
  const family = FAMILY_OF.get(name)
  return (family && family !== 'unknown' && FAMILIES[family].signs) || []
}

const SPELLING = new Map([...FAMILY_OF.keys()].map((name) => [name.toLowerCase(), name]))

/** The types that are told apart. */
export function typeNames(): string[] {
  return [...FAMILY_OF.keys()]
}

/** A type name in schema.org's spelling, when it is one of them in another letter case. */
export function properType(name: string): string {
  return SPELLING.get(name.toLowerCase()) ?? name
}

/** The family of an item's type or types; of several, the one that describes best. */
export function familyOf(type: unknown): Family | undefined {
  let best: Family | undefined
  for (const name of Array.isArray(type) ? type : [type]) {
    if (typeof name !== 'string') continue
    const family = ofType(name)
    if (best === undefined || familyRank(family) > familyRank(best)) best = family
  }
  return best
}

/** Type to those of which it is a kind. */
const KINDS_OF = new Map(
  HIERARCHY.trim()
    .split('\n')
    .map((row) => row.split(' '))
    .map(([name, ...parents]) => [name!, parents] as const),
)
/** Everything is one. */
const ANYTHING = new Set(['Thing', 'Intangible'])

function ofType(name: string): Family {
  return (
    FAMILY_OF.get(name) ?? inherited(name) ?? ENDINGS.find(([ending]) => ending.test(name))?.[1] ?? 'unknown'
  )
}

/** The family of the nearest type that has one. */
function inherited(name: string): Family | undefined {
  let level = KINDS_OF.get(name) ?? []
  while (level.length > 0) {
    for (const parent of level) {
      const family = ANYTHING.has(parent) ? undefined : FAMILY_OF.get(parent)
      if (family) return family
    }
    level = level.flatMap((parent) => KINDS_OF.get(parent) ?? [])
  }
  return undefined
}
