/** What one account does to the service while another goes on with its work. */
export interface Attack {
  name: string
  /** Pages of each attacking account, all asked for at once: one by one with `sync: false`, or as one piece of bulk work. */
  count: number
  bulk?: 'batch' | 'crawl'
  /** Address and options of one of them; of a crawl where it begins. */
  request(sites: Sites, index: number): { url: string }
  /** What the other account asks for meanwhile. */
  victim: 'page' | 'browser-page'
}

/** Origins of local websites. */
export interface Sites {
  /** Answers at once. */
  fast: string
  /** Takes requests and never answers. */
  silent: string
  /** Pages that lead to each other. */
  linked: string
}

const tier = (force_tier: string) => ({ cost_controls: { force_tier } })

/** Every kind of place that jobs can occupy: a tier's slots, a host's permits, pages of a browser, reading threads. */
export const ATTACKS: Attack[] = [
  {
    name: '300 requests to a silent host',
    count: 300,
    request: ({ silent }, index) => ({ url: `${silent}/hang?${index}` }),
    victim: 'page',
  },
  {
    name: '300 silent requests to the same host',
    count: 300,
    request: ({ fast }, index) => ({ url: `${fast}/hang?${index}` }),
    victim: 'page',
  },
  {
    name: '24 browser pages that never come',
    count: 24,
    request: ({ silent }, index) => ({ url: `${silent}/hang?${index}`, ...tier('4') }),
    victim: 'browser-page',
  },
  {
    name: '24 browser pages of the same host that never end',
    count: 24,
    request: ({ fast }, index) => ({ url: `${fast}/hang?${index}`, ...tier('4') }),
    victim: 'browser-page',
  },
  {
    name: '3,000 ordinary pages',
    count: 3_000,
    request: ({ fast }, index) => ({ url: `${fast}/page?flood=${index}` }),
    victim: 'page',
  },
  {
    name: 'a batch of 1,000 URLs',
    count: 1_000,
    bulk: 'batch',
    request: ({ fast }, index) => ({ url: `${fast}/page?item=${index}` }),
    victim: 'page',
  },
  {
    name: 'a crawl of 5,000 pages',
    count: 5_000,
    bulk: 'crawl',
    request: ({ linked }) => ({ url: linked }),
    victim: 'page',
  },
]
