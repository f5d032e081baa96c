import { read } from '../../shared/api.ts'
import { list, type Option, readOptions } from '../../shared/options.ts'
import { ADDITIONAL, byName } from '../../shared/page-options.ts'
import { flag, optionsField, SIMPLIFY, text, URL } from '../fields.ts'
import type { Operation, Resource } from '../operation.ts'

/** Which pages belong to a site: of crawls and maps. */
export const SITE_OPTIONS: readonly Option[] = [
  {
    path: 'exclude_patterns',
    convert: list,
    property: {
      displayName: 'Exclude Paths',
      name: 'excludePatterns',
      type: 'string',
      default: '',
      placeholder: '/tag/**, *.pdf',
      description: 'Globs on the path, with commas between: a page that matches one is left out',
    },
  },
  {
    path: 'include_patterns',
    convert: list,
    property: {
      displayName: 'Include Paths',
      name: 'includePatterns',
      type: 'string',
      default: '',
      placeholder: '/blog/**',
      description: 'Globs on the path, with commas between, of which one must match',
    },
  },
  {
    path: 'include_subdomains',
    property: {
      displayName: 'Include Subdomains',
      name: 'includeSubdomains',
      type: 'boolean',
      default: true,
      description: 'Whether pages of subdomains belong to the site',
    },
  },
  {
    path: 'max_depth',
    property: {
      displayName: 'Max Depth',
      name: 'maxDepth',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 2,
      description: 'How many links away from the start page a page may be',
    },
  },
  {
    path: 'respect_robots',
    property: {
      displayName: 'Respect Robots.txt',
      name: 'respectRobots',
      type: 'boolean',
      default: true,
      description: 'Whether what the site forbids to robots is left out',
    },
  },
  {
    path: 'sitemap',
    property: {
      displayName: 'Sitemap',
      name: 'sitemap',
      type: 'options',
      options: [
        { name: 'Links Only', value: 'skip' },
        { name: 'Links and Sitemaps', value: 'include' },
        { name: 'Sitemaps Only', value: 'only' },
      ],
      default: 'include',
      description: 'Where pages are found',
    },
  },
]

export const MAP_OPTIONS = byName(...SITE_OPTIONS, ADDITIONAL, {
  path: 'search',
  property: {
    displayName: 'Search',
    name: 'search',
    type: 'string',
    default: '',
    description: 'Keep the addresses that have to do with these words, the most relevant first',
  },
})

const map: Operation = {
  value: 'map',
  name: 'Map',
  action: 'Map a site',
  description: 'Find out which addresses a site has',
  fields: [
    URL,
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
    },
    {
      ...SIMPLIFY,
      description:
        'Whether to return a simplified version of the response instead of the raw data: an item for each address',
    },
    optionsField(MAP_OPTIONS),
  ],
  async run(context, itemIndex) {
    const body = {
      max_pages: context.getNodeParameter('limit', itemIndex) as number,
      ...readOptions(context, itemIndex, MAP_OPTIONS),
      url: text(context, itemIndex, 'url'),
    }
    const siteMap = await read<{ urls: [] }>(context, { method: 'POST', path: '/map', body, itemIndex })
    if (!flag(context, itemIndex, 'simplify')) return [{ json: siteMap }]
    return siteMap.urls.map((entry) => ({ json: entry }))
  },
}

export const site: Resource = { value: 'site', name: 'Site', usual: 'map', operations: [map] }
