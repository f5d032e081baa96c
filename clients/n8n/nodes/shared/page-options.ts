import { list, type Option } from './options.ts'

/** How a page is fetched and read: of scrapes, batches, crawls and results of searches. Alphabetical, as n8n shows them. */
export const PAGE_OPTIONS: readonly Option[] = [
  {
    path: 'advanced.block_ads',
    property: {
      displayName: 'Block Ads',
      name: 'blockAds',
      type: 'boolean',
      default: true,
      description: 'Whether a browser loads no advertisements',
    },
  },
  {
    path: 'cache',
    property: {
      displayName: 'Cache',
      name: 'cache',
      type: 'boolean',
      default: true,
      description: 'Whether pages are taken from your cache where it has them, which costs nothing',
    },
  },
  {
    path: 'cache_ttl',
    property: {
      displayName: 'Cache Age',
      name: 'cacheTtl',
      type: 'number',
      typeOptions: { minValue: 60, maxValue: 86_400 },
      default: 3600,
      description: 'How old a cached page may be, in seconds',
    },
  },
  {
    path: 'advanced.exclude_selectors',
    convert: list,
    property: {
      displayName: 'Exclude Selectors',
      name: 'excludeSelectors',
      type: 'string',
      default: '',
      placeholder: 'nav, footer',
      description: 'CSS selectors of what is left out, with commas between',
    },
  },
  {
    path: 'extraction_schema',
    property: {
      displayName: 'Extraction Schema',
      name: 'extractionSchema',
      type: 'json',
      default: '{\n  "title": "string"\n}',
      description: 'Fields to read from the page: names and types, or a JSON Schema. No model is asked.',
    },
  },
  {
    path: 'cost_controls.force_tier',
    property: {
      displayName: 'Force Tier',
      name: 'forceTier',
      type: 'options',
      options: [
        { name: '1: Curl', value: '1' },
        { name: '2: HTTP', value: '2' },
        { name: '3: Stealth', value: '3' },
        { name: '3.5: Light Browser', value: '3.5' },
        { name: '4: Browser', value: '4' },
      ],
      default: '4',
      description: 'The only way of fetching that is tried. Without it the cheapest that works is found.',
    },
  },
  {
    path: 'formats',
    property: {
      displayName: 'Formats',
      name: 'formats',
      type: 'multiOptions',
      options: [
        { name: 'Changes Since Last Time', value: 'change_tracking' },
        { name: 'HTML', value: 'html' },
        { name: 'Images', value: 'images' },
        { name: 'Links', value: 'links' },
        { name: 'Markdown', value: 'markdown' },
        { name: 'RAG Chunks', value: 'rag' },
        { name: 'Raw Body', value: 'raw' },
        { name: 'Sections', value: 'json_v2' },
        { name: 'Structured Data', value: 'json' },
        { name: 'Summary (by Your Model)', value: 'summary' },
        { name: 'Tables', value: 'tables' },
        { name: 'Text', value: 'text' },
      ],
      default: ['markdown'],
      description: 'What the page is returned as',
    },
  },
  {
    path: 'advanced.include_selectors',
    convert: list,
    property: {
      displayName: 'Include Selectors',
      name: 'includeSelectors',
      type: 'string',
      default: '',
      placeholder: 'main, article',
      description: 'CSS selectors of what alone is read, with commas between',
    },
  },
  {
    path: 'cost_controls.max_credits',
    property: {
      displayName: 'Max Credits',
      name: 'maxCredits',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 20,
      description: 'Nothing that costs more credits is begun: for a page, or for a whole crawl',
    },
  },
  {
    path: 'mode',
    property: {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      options: [
        { name: 'Auto', value: 'auto' },
        { name: 'Browser', value: 'js' },
        { name: 'HTML', value: 'html' },
        { name: 'OCR', value: 'ocr' },
        { name: 'PDF', value: 'pdf' },
      ],
      default: 'auto',
      description: 'How the page is read',
    },
  },
  {
    path: 'advanced.only_main_content',
    property: {
      displayName: 'Only Main Content',
      name: 'onlyMainContent',
      type: 'boolean',
      default: true,
      description: 'Whether menus, footers and the like are left out',
    },
  },
  {
    path: 'advanced.render_js',
    property: {
      displayName: 'Render JavaScript',
      name: 'renderJs',
      type: 'boolean',
      default: true,
      description: 'Whether the page is rendered in a browser, even where it could be read without',
    },
  },
  {
    path: 'timeout',
    property: {
      displayName: 'Timeout',
      name: 'timeout',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 300 },
      default: 90,
      description: 'Seconds that a page may take',
    },
  },
  {
    path: '',
    convert: (selector) => ({ advanced: { wait_for: selector, render_js: true } }),
    property: {
      displayName: 'Wait for Selector',
      name: 'waitForSelector',
      type: 'string',
      default: '',
      placeholder: '.results',
      description: 'CSS selector of what is waited for, in a browser',
    },
  },
]

/** What is of pages that are named, and not of whatever a search finds. */
export const NAMED_PAGE_OPTIONS: readonly Option[] = [
  {
    path: 'location.country',
    property: {
      displayName: 'Country',
      name: 'country',
      type: 'string',
      default: '',
      placeholder: 'DE',
      description: 'Where the page is asked from: two letters of ISO 3166',
    },
  },
  {
    path: 'extraction_profile',
    property: {
      displayName: 'Extraction Profile',
      name: 'extractionProfile',
      type: 'options',
      options: [
        { name: 'Article', value: 'article' },
        { name: 'Auto', value: 'auto' },
        { name: 'Directory Listing', value: 'directory_listing' },
        { name: 'Event', value: 'event' },
        { name: 'FAQ', value: 'faq' },
        { name: 'Job Posting', value: 'job_posting' },
        { name: 'Product', value: 'product' },
        { name: 'Recipe', value: 'recipe' },
        { name: 'Shop', value: 'ecommerce_homepage' },
      ],
      default: 'auto',
      description: 'A ready-made extraction schema',
    },
  },
  {
    path: 'extraction_prompt',
    property: {
      displayName: 'Extraction Prompt',
      name: 'extractionPrompt',
      type: 'string',
      typeOptions: { rows: 3 },
      default: '',
      description: 'What a language model is to extract, through a key of your own that Gleaner knows',
    },
  },
  {
    path: 'location.language',
    property: {
      displayName: 'Language',
      name: 'language',
      type: 'string',
      default: '',
      placeholder: 'de',
      description: 'Language that the page is asked in: two letters of ISO 639',
    },
  },
  {
    path: 'session_id',
    property: {
      displayName: 'Session ID',
      name: 'sessionId',
      type: 'string',
      default: '',
      description: 'A stored login session, for pages behind a login',
    },
  },
]

/** Whatever the table has no field for. */
export const ADDITIONAL: Option = {
  path: '',
  property: {
    displayName: 'Additional Fields (JSON)',
    name: 'additionalFields',
    type: 'json',
    default: '{}',
    description: 'Any other field of the request, as the reference of the API names it',
  },
}

/** Pages as pictures: a link to each is in the output. */
export const SCREENSHOT: Option = {
  path: '',
  convert: (wanted) => (wanted ? { advanced: { screenshot: true, render_js: true } } : {}),
  property: {
    displayName: 'Screenshot',
    name: 'screenshot',
    type: 'boolean',
    default: true,
    description: 'Whether a picture is made, in a browser; its address is valid for 24 hours',
  },
}

export function byName(...options: readonly Option[]): Option[] {
  return [...options].sort((a, b) => a.property.displayName.localeCompare(b.property.displayName, 'en'))
}
