/** What a crawl wants to know of a page beside its content. Names are those of the JSON that is stored. */
export interface PageFindings {
  /** Where redirects have led. */
  final_url: string
  title?: string
  /** The address that the page calls its own. */
  canonical?: string
  /** Robots are asked not to follow its links, or not to show it. */
  nofollow?: boolean
  noindex?: boolean
  /** http and https only, each once, of the whole page; with `true` when the link itself is not to be followed. */
  links: FoundLink[]
  /** Those of the links that say that they sign out. */
  sign_outs?: string[]
  /** Links beyond the limits. */
  omitted_links?: number
  /** Feeds that the page names. */
  feeds?: string[]
  /** Absent where the page shows nothing. */
  signature?: PageSignature
}

export type FoundLink = [url: string, nofollow?: true]

/** What tells pages that show the same; each as bytes in base64url. */
export interface PageSignature {
  /** 16 bytes: of title, text and links. Pages with the same one are one page. */
  exact: string
  /** 8 bytes: of title and text, links aside. */
  text: string
  /** 8 bytes, a simhash of the text's runs of words, with numbers, months and weekdays left out: near by Hamming distance where texts are. */
  similar: string
  /** Up to 16 times 4 bytes: the smallest hashes of those runs, so that pages with text in common share some. */
  sample: string
}

export interface FindingsRequest {
  /** `X-Robots-Tag`: what robots may do. */
  robotsTag?: string | undefined
  /** Its scripts have run, so that `#/place` and `#!place` may name pages. */
  rendered?: boolean | undefined
}
