/** One entry of `Sec-CH-UA` and of `navigator.userAgentData.brands`. */
export interface Brand {
  brand: string
  version: string
}

/**
 * Chrome's list of brands: itself, its engine and an invented one, whose spelling, version and place follow from the
 * major version. Source: Chromium, components/embedder_support/user_agent_utils.cc (GenerateBrandVersionList).
 */
export function brandsOf(chromeVersion: number): Brand[] {
  const version = String(chromeVersion)
  const invented = {
    brand: `Not${pick(SEPARATORS, chromeVersion)}A${pick(SEPARATORS, chromeVersion + 1)}Brand`,
    version: pick(INVENTED_VERSIONS, chromeVersion),
  }
  const places = pick(ORDERS, chromeVersion)
  const brands: Brand[] = []
  brands[places[0]] = invented
  brands[places[1]] = { brand: 'Chromium', version }
  brands[places[2]] = { brand: 'Google Chrome', version }
  return brands
}

/** The value of the `Sec-CH-UA` header. */
export function brandHeader(brands: readonly Brand[]): string {
  return brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', ')
}

const SEPARATORS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const
const INVENTED_VERSIONS = ['8', '99', '24'] as const
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length]!
}
