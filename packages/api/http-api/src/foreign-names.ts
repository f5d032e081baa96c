/** What a field of another service is here. */
export interface Meaning {
  /** Names here, of which the first that a request has is meant. */
  fields: readonly string[]
  /** How its values are written here, where not as there. */
  values?: string
  /** What does the same, where the request has none of the fields. */
  remedy?: string
}

/**
 * What other services call what a field here means, in snake case; from their public references (Firecrawl, ScrapingBee, ScraperAPI, ZenRows,
 * Zyte, Apify, Scrapfly, Spider, Crawl4AI, Browserless, Jina Reader, Tavily, Exa). A name that is here is never taken for a misspelling; one
 * whose meaning has no field in a request gets none.
 */
export const FOREIGN_NAMES: ReadonlyMap<string, Meaning> = new Map([
  ...namesOf(
    'webhook_url',
    'callback_url callback webhook notify_url webhook_uri notification_url callback_uri hook_url',
  ),
  ...namesOf('extraction_schema', 'schema json_schema output_schema response_schema'),
  ...namesOf('extraction_schema', 'json_options extractor_options extract_options', {
    values: 'a JSON Schema alone',
  }),
  ...namesOf(
    'extraction_prompt',
    'prompt instruction instructions user_prompt ai_query ai_prompt ai_extract_rules',
  ),
  ...namesOf('extraction_profile', 'extract_type extraction_type page_type'),
  ...namesOf('template', 'css_extractor extraction_template selectors_map css_schema', {
    remedy: 'fields by selectors are templates: POST /templates',
  }),
  ...namesOf('include_raw_html', 'raw_html return_raw_html'),
  ...namesOf(
    'formats',
    'format output_format return_format response_format output x_return_format respond_with',
  ),
  ...namesOf('formats', 'json_response autoparse auto_parse', { values: '["json"]' }),
  ...namesOf('formats', 'http_response_body binary_target return_page_source page_source source_html', {
    values: '["raw"]',
  }),
  ...namesOf('formats', 'return_page_markdown return_markdown to_markdown', { values: '["markdown"]' }),
  ...namesOf('formats', 'return_page_text return_text plain_text', { values: '["text"]' }),
  ...namesOf(
    'session_headers',
    'headers custom_headers extra_headers http_headers request_headers custom_http_request_headers',
  ),
  ...namesOf('cookies', 'custom_cookies request_cookies set_cookies', {
    values: 'an object of names and values',
  }),
  ...namesOf(
    'render_js',
    'render js_render javascript render_javascript browser_html js_enabled enable_javascript use_browser headless browser',
  ),
  ...namesOf('actions', 'js_scenario js_instructions steps browser_actions'),
  ...namesOf('actions', 'execute_js js_code js_snippet javascript_snippet run_js evaluate custom_js', {
    values: '[{"type": "execute_js", "script": "..."}]',
  }),
  ...namesOf(
    'use_proxy',
    'premium_proxy premium residential super_proxy stealth_proxy proxy_enabled residential_proxy',
    { values: 'true' },
  ),
  ...namesOf('use_own_proxy', 'own_proxy custom_proxy proxies proxy_server', {
    values: 'true, and the proxy by POST /proxies',
  }),
  ...namesOf(
    ['proxy_country', 'country'],
    'country_code geolocation geo proxy_location proxy_country_code geo_location country_iso',
  ),
  ...namesOf('wait_for_timeout', 'wait_timeout selector_timeout'),
  ...namesOf(
    'wait_for',
    'wait wait_for_element wait_for_selector wait_selector css_selector_to_wait render_wait wait_ms',
  ),
  ...namesOf('wait_condition', 'wait_browser wait_until_event wait_until load_event'),
  ...namesOf('block_ads', 'ad_block adblock'),
  ...namesOf('block_images', 'skip_images disable_images'),
  ...namesOf(
    'remove_cookie_banners',
    'dismiss_cookie_banners accept_cookies remove_popups block_cookie_banners',
  ),
  ...namesOf('only_main_content', 'main_content readability article_only'),
  ...namesOf(
    'include_selectors',
    'include_tags included_tags target_selector css_selector include_elements only_include_tags',
    {
      values: 'CSS selectors',
    },
  ),
  ...namesOf(
    'exclude_selectors',
    'exclude_tags excluded_tags excluded_selector remove_selector remove_elements exclude_elements remove_tags',
    {
      values: 'CSS selectors',
    },
  ),
  ...namesOf('scroll_to_load', 'auto_scroll scroll infinite_scroll scroll_to_bottom'),
  ...namesOf('generate_pdf', 'pdf print_pdf'),
  ...namesOf('screenshot', 'screen_shot take_screenshot take_a_screenshot capture_screenshot'),
  ...namesOf(['full_page', 'screenshot'], 'screenshot_full_page full_page_screenshot screenshot_fullpage', {
    values: 'true',
  }),
  ...namesOf('viewport', 'window_size window_width window_height view_port resolution'),
  ...namesOf('mobile', 'is_mobile device_mobile', { values: 'true or false' }),
  ...namesOf('user_agent', 'ua custom_user_agent user_agent_string'),
  ...namesOf('accept_language', 'accept_languages locale'),
  ...namesOf('follow_redirects', 'follow_redirect allow_redirects'),
  ...namesOf('language', 'languages'),
  ...namesOf('cache_ttl', 'max_age cache_max_age cache_duration', { values: 'seconds, with cache true' }),
  ...namesOf('force_refresh', 'no_cache bypass_cache cache_clear skip_cache'),
  ...namesOf('timeout', 'timeout_ms timeout_seconds page_timeout request_timeout', { values: 'seconds' }),
  ...namesOf('method', 'http_method request_method http_request_method'),
  ...namesOf('body', 'payload post_data request_body http_request_body post_body http_request_text'),
  ...namesOf('max_credits', 'credit_limit max_cost_credits budget'),
  ...namesOf('max_depth', 'depth max_discovery_depth max_crawl_depth crawl_depth'),
  ...namesOf('max_pages', 'max_crawl_pages page_limit max_requests_per_crawl'),
  ...namesOf('max_concurrency', 'concurrency concurrent_requests'),
  ...namesOf('include_patterns', 'include_paths include_urls allow_patterns whitelist select_paths'),
  ...namesOf('exclude_patterns', 'exclude_paths exclude_urls deny_patterns blacklist ignore_patterns'),
  ...namesOf('include_subdomains', 'allow_subdomains subdomains'),
  ...namesOf('sitemap', 'ignore_sitemap use_sitemap sitemap_mode', { values: '"include", "skip" or "only"' }),
  ...namesOf('delay', 'crawl_delay delay_between_requests request_delay', { values: 'seconds' }),
  ...namesOf('url', 'target_url page_url start_url website'),
  ...namesOf('urls', 'url_list start_urls links'),
  ...namesOf(['query', 'search'], 'q search_query keywords search_term'),
  ...namesOf('scrape_results', 'scrape_content include_raw_content include_content fetch_content'),
  ...namesOf(
    [],
    'scrape_options page_options crawler_options crawl_options fetch_options browser_options render_options options params zenrows_params scraping_params',
    { remedy: 'its fields stand at the top level of the request, or below advanced and cost_controls' },
  ),
  ...namesOf([], 'webhook_headers webhook_secret webhook_name webhook_auth callback_headers', {
    remedy:
      'webhooks are signed (GET /webhooks/secret), and endpoints (POST /webhooks), batches and crawls have headers of their own',
  }),
  ...namesOf('proxy_session', 'session_number session_sticky_proxy sticky_session'),
  ...namesOf([], 'session_ttl'),
])

function namesOf(
  fields: string | readonly string[],
  others: string,
  more: Omit<Meaning, 'fields'> = {},
): [string, Meaning][] {
  const meaning = { fields: typeof fields === 'string' ? [fields] : fields, ...more }
  return others.split(' ').map((other) => [other, meaning])
}

/** What other services call a value: ours, or what asks for it here. In lower case, without what joins words. */
const FOREIGN_VALUES: ReadonlyMap<string, { values: readonly string[]; remedy?: string }> = new Map([
  ...valuesOf('raw', 'rawhtml source pagesource httpresponsebody'),
  ...valuesOf('markdown', 'md gfm commonmark markdowngfm fitmarkdown markdownraw'),
  ...valuesOf('text', 'txt plain plaintext textplain fulltext'),
  ...valuesOf('html', 'cleanhtml cleanedhtml browserhtml htmlcontent'),
  ...valuesOf('json', 'structured structureddata jsonld autoparse'),
  ...valuesOf('links', 'urls hrefs'),
  ...valuesOf('networkidle', 'networkidle0 networkidle2 idle'),
  ...valuesOf('domcontentloaded', 'dom domready domcontent'),
  ...valuesOf('js', 'browser render rendered headless chrome javascript playwright'),
  ...valuesOf('html', 'http fast static request direct'),
  ...valuesOf(
    [],
    'screenshot screenshotfullpage fullpagescreenshot pageshot',
    'ask for a picture by advanced.screenshot',
  ),
  ...valuesOf([], 'pdf', 'ask for a printed page by advanced.generate_pdf'),
  ...valuesOf([], 'extract llmextract llmextraction', 'send an extraction_schema or an extraction_prompt'),
  ...valuesOf(
    [],
    'stealth enhanced premium residential',
    'walls are met by climbing the tiers; advanced.use_proxy takes a premium proxy',
  ),
])

function valuesOf(
  values: string | readonly string[],
  others: string,
  remedy?: string,
): [string, { values: readonly string[]; remedy?: string }][] {
  const meaning = {
    values: typeof values === 'string' ? [values] : values,
    ...(remedy !== undefined && { remedy }),
  }
  return others.split(' ').map((other) => [other, meaning])
}

/** What a value of another service is among those that are allowed here; undefined for one that is not known. */
export function foreignValue(
  written: string,
  allowed: readonly string[],
): { meant?: string; remedy?: string } | undefined {
  const plain = written.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const meaning = FOREIGN_VALUES.get(plain)
  if (!meaning) return undefined
  const meant = meaning.values.find((value) => allowed.includes(value))
  // A remedy is about a page's formats, modes and the like: elsewhere such a value is any word.
  const isOfPage = allowed.includes('markdown') || allowed.includes('auto') || allowed.includes('networkidle')
  if (meant !== undefined) return { meant }
  return isOfPage && meaning.remedy !== undefined ? { remedy: meaning.remedy } : {}
}
