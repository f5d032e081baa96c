/** Words that cannot stand as a name in Python. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield False None True'.split(
    ' ',
  ),
)

/** What pydantic's models of versions 1 and 2 have already. */
const OF_MODELS = new Set(
  'construct copy dict fields_set from_orm json parse_file parse_obj parse_raw schema schema_json update_forward_refs validate'.split(
    ' ',
  ),
)

/** `listResults` is `list_results`, `createOAuthClient` `create_oauth_client`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll('OAuth', 'Oauth')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
}

/** `llmKeys` is `LlmKeys`, `redirect_chain` `RedirectChain`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
}

/** An argument's name: as the API writes it, with `_` behind a word of Python. */
export function argumentName(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name
}

/** A model's field: as the API writes it, with `_` behind what Python or pydantic needs for itself. */
export function fieldName(name: string): string {
  return KEYWORDS.has(name) || OF_MODELS.has(name) ? `${name}_` : name
}

export function isName(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(word) && !KEYWORDS.has(word)
}

/** A value of JSON as Python writes it. */
export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
