/** What a field of another service is here. */
export interface Meaning {
  /** Names here, of which the first that a request has is meant. */
  fields: readonly string[]
  /** How its values are written here, where not as there. */
  values?: string
  /** What does the same, where the request has none of the fields. */
  remedy?: string
  /** The remedy is told of any request, and not of those for pages alone. */
  anywhere?: boolean
}

const IS_CRAWL = 'a whole site is a crawl: POST /crawl'
const IS_BATCH = 'many pages are a batch: POST /batch'
const IS_AT_TOP = 'its fields stand at the top level of the request, or below advanced and cost_controls'
const CLIMBS = 'walls are met by climbing the tiers; cost_controls.max_tier "5" works on challenges, too'
const MILLISECONDS = 'milliseconds, or a selector'

/**
 * What other services call what a field here means, in snake case; from their public references (Firecrawl, ScrapingBee, ScraperAPI, ZenRows,
 * Zyte, Apify, Scrapfly, Spider, Crawl4AI, Browserless, Jina Reader, Diffbot, Oxylabs, Bright Data, Tavily, Exa), and what our own endpoints
 * call it. A name that is here is never taken for a misspelling; one whose meaning has no field in a request gets the remedy, or none.
 */
export const FOREIGN_NAMES: ReadonlyMap<string, readonly Meaning[]> = byName([
  ...namesOf(
    'webhook_url',
    'callback_url callback webhook notify_url webhook_uri notification_url callback_uri hook_url',
  ),
  ...namesOf(
    'extraction_schema',
    'schema json_schema output_schema response_schema structured_output_schema',
  ),
  ...namesOf('extraction_schema', 'json_options extractor_options extract_options', {
    values: 'a JSON Schema alone',
  }),
  ...namesOf(
    'extraction_prompt',
    'prompt instruction instructions user_prompt ai_query ai_prompt ai_extract_rules',
  ),
  ...namesOf('extraction_profile', 'extract_type extraction_type page_type'),
  ...namesOf('extraction_profile', 'product article job_posting', { values: 'its name, such as "product"' }),
  ...namesOf('template', 'css_extractor extraction_template selectors_map css_schema', {
    remedy: 'fields by selectors are templates: POST /templates',
  }),
  ...namesOf('include_raw_html', 'raw_html return_raw_html'),
  ...namesOf(
    'formats',
    'format output_format return_format response_format output x_return_format respond_with response_type data_format content_format output_type',
    { values: 'a list such as ["markdown"]' },
  ),
  ...namesOf('formats', 'json_response autoparse auto_parse', { values: '["json"]' }),
  ...namesOf('formats', 'http_response_body binary_target return_page_source page_source source_html', {
    values: '["raw"]',
  }),
  ...namesOf('formats', 'return_page_markdown return_markdown to_markdown', { values: '["markdown"]' }),
  ...namesOf('formats', 'return_page_text return_text plain_text', { values: '["text"]' }),
  ...namesOf(
    'session_headers',
    'headers custom_headers extra_headers http_headers request_headers custom_http_request_headers set_extra_http_headers extra_http_headers',
  ),
  ...namesOf('cookies', 'custom_cookies request_cookies set_cookies', {
    values: 'an object of names and values',
  }),
  ...namesOf(
    'render_js',
    'render js_render javascript render_javascript browser_html js_enabled enable_javascript use_browser headless browser',
  ),
  ...namesOf('actions', 'js_scenario js_instructions steps browser_actions browser_instructions'),
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
    'wait wait_for_element wait_for_selector wait_selector css_selector_to_wait render_wait wait_ms rendering_wait wait_after_load sleep delay_before_return_html screenshot_wait_for',
    { values: MILLISECONDS },
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
    'include_tags included_tags target_selector css_selector include_elements only_include_tags selector',
    {
      values: 'CSS selectors',
    },
  ),
  ...namesOf(
    'exclude_selectors',
    'exclude_tags excluded_tags excluded_selector remove_selector remove_elements exclude_elements remove_tags remove_elements_css_selector',
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
  ...namesOf(
    'timeout',
    'timeout_ms timeout_seconds page_timeout request_timeout request_timeout_secs page_load_timeout_secs timeout_secs timeout_sec navigation_timeout max_timeout',
    { values: 'seconds' },
  ),
  ...namesOf('method', 'http_method request_method http_request_method'),
  ...namesOf('body', 'payload post_data request_body http_request_body post_body http_request_text'),
  ...namesOf('max_credits', 'credit_limit max_cost_credits budget max_budget cost_budget spend_limit', {
    values: 'a number of credits',
  }),
  ...namesOf('max_depth', 'depth max_depth max_discovery_depth max_crawl_depth crawl_depth', {
    remedy: IS_CRAWL,
  }),
  ...namesOf('max_pages', 'pages max_pages max_crawl_pages page_limit max_requests_per_crawl', {
    remedy: IS_CRAWL,
  }),
  ...namesOf(
    ['max_concurrency', 'concurrency'],
    'concurrency max_concurrency concurrent_requests initial_concurrency parallelism',
    {
      remedy: 'how much runs at once follows from the balance (X-Concurrency-Limit)',
    },
  ),
  ...namesOf(
    'include_patterns',
    'include_paths include_patterns include_urls allow_patterns whitelist select_paths link_regex',
    { remedy: IS_CRAWL },
  ),
  ...namesOf(
    'exclude_patterns',
    'exclude_paths exclude_patterns exclude_urls deny_patterns blacklist ignore_patterns',
    { remedy: IS_CRAWL },
  ),
  ...namesOf('include_subdomains', 'allow_subdomains subdomains'),
  ...namesOf('sitemap', 'ignore_sitemap use_sitemap sitemap_mode sitemap_only', {
    values: '"include", "skip" or "only"',
  }),
  ...namesOf('delay', 'crawl_delay delay_between_requests request_delay', { values: 'seconds' }),
  ...namesOf(
    'url',
    'target_url page_url start_url website uri link href target site address page_link web_url site_url website_url',
  ),
  ...namesOf('url', 'domain', { values: 'an address: https://example.com/' }),
  ...namesOf(['urls', 'domain'], 'url', { remedy: 'pages of the web are fetched by POST /scrape' }),
  ...namesOf('urls', 'urls url_list start_urls links input_urls target_urls requests jobs items', {
    remedy: IS_BATCH,
  }),
  ...namesOf(['query', 'search'], 'q query search_query keywords keyword search_term', {
    remedy: 'the web is searched by POST /search',
  }),
  ...namesOf('scrape_results', 'scrape_content include_raw_content include_content fetch_content'),
  ...namesOf(
    [],
    'scrape_options page_options crawler_options crawl_options fetch_options browser_options render_options options params zenrows_params scraping_params api_params input data request settings config browser_config crawler_config run_config goto_options navigation_options article_options product_options',
    { remedy: IS_AT_TOP },
  ),
  ...namesOf(
    [],
    'secret signing_secret webhook_headers webhook_secret webhook_name webhook_auth callback_headers',
    {
      remedy:
        'webhooks are signed (GET /webhooks/secret), and endpoints (POST /webhooks), batches and crawls have headers of their own',
      anywhere: true,
    },
  ),
  ...namesOf('proxy_session', 'session_number session_sticky_proxy sticky_session'),
  ...namesOf([], 'session_ttl'),

  ...namesOf('name', 'title label display_name'),
  ...namesOf(
    'external_id',
    'name job_name request_id client_id reference correlation_id custom_id echo_data',
  ),
  ...namesOf('sync', 'async is_async background', { values: 'false' }),
  ...namesOf('on_invalid', 'ignore_invalid_urls ignore_invalid_ur_ls skip_invalid skip_invalid_urls', {
    values: '"skip"',
  }),
  ...namesOf(
    'respect_robots',
    'respect_robots_txt obey_robots robots robots_txt robotstxt_obey check_robots_txt',
  ),
  ...namesOf('respect_robots', 'ignore_robots ignore_robots_txt', { values: 'false' }),
  ...namesOf([], 'allow_external_links follow_external_links allowed_domains allow_domains', {
    remedy: 'a crawl stays on its host; include_subdomains adds those below it',
  }),
  ...namesOf([], 'crawl_entire_domain allow_backward_links allow_backward_crawling', {
    remedy: 'a crawl covers the whole host already; include_patterns narrows it',
  }),
  ...namesOf([], 'crawl follow_links spider', { remedy: IS_CRAWL }),
  ...namesOf(
    [],
    'antibot anti_bot asp ultra_premium magic simulate_user override_navigator stealth stealth_mode unblock solve_captcha solve_captchas captcha',
    { remedy: CLIMBS },
  ),
  ...namesOf([], 'retry retries max_retries max_request_retries retry_count retry_404', {
    remedy: 'what fails goes up the tiers by itself, and costs nothing',
  }),
  ...namesOf([], 'proxy proxy_url proxy_configuration proxy_pool proxy_type', {
    remedy:
      'a proxy of your own is stored by POST /proxies and used by advanced.use_own_proxy; advanced.use_proxy takes a premium one',
  }),
  ...namesOf([], 'auth basic_auth http_auth username password login', {
    remedy:
      'a login of HTTP Basic stands in the url, before the host: user:password@; others are stored by POST /sessions',
  }),
  ...namesOf('api_key', 'key token secret_key'),
  ...namesOf([], 'api_key apikey x_api_key key token access_token auth_token authorization', {
    remedy: 'your key goes into the header X-API-Key',
    anywhere: true,
  }),
  ...namesOf(
    ['check_interval', 'schedule'],
    'interval frequency every repeat check_every check_frequency cron_expression recurrence crontab',
    {
      values: 'cron or English: "every 15 minutes", "daily at 07:30"',
    },
  ),
  ...namesOf(['schedule', 'check_interval'], 'schedule cron interval frequency', {
    remedy: 'what comes again and again is a schedule: POST /schedules',
  }),
  ...namesOf([], 'xpath x_path', { remedy: 'selectors are of CSS: advanced.include_selectors, or template' }),
  ...namesOf([], 'session', { remedy: 'session_id is a stored login, advanced.proxy_session keeps an exit' }),
  ...namesOf('timezone', 'tz time_zone timezone_id'),
  ...namesOf('is_active', 'enabled active is_enabled', {
    remedy: 'pause and resume are endpoints of their own',
  }),
  ...namesOf('enabled', 'active is_active is_enabled'),
  ...namesOf('is_active', 'disabled paused', { values: 'true or false, the other way round' }),
  ...namesOf('notify_on', 'notify_when notify trigger triggers'),
  ...namesOf('monitor_selectors', 'selector selectors css_selector css xpath'),
  ...namesOf('fields', 'selectors rules'),
  ...namesOf('extraction_schema', 'fields attributes properties', {
    values: 'names and types: {"title": "string", "price": "number"}',
  }),
  ...namesOf('extraction_schema', 'parsing_instructions extraction_strategy extract_fields', {
    values: 'names and types, or fields by selectors in template',
  }),
  ...namesOf('extraction_model', 'model llm_model model_name'),
  ...namesOf('extraction_provider', 'provider llm_provider'),
  ...namesOf('channels', 'channel notifications recipients notify_via email', {
    values: '[{"type": "email"}]',
  }),
  ...namesOf('threshold', 'limit value condition conditions', { values: 'a number' }),
  ...namesOf(
    ['limit', 'num_results'],
    'page_size per_page pagesize count max_results results_per_page num n top_k limit',
  ),
  ...namesOf('page', 'start offset page_number', { values: 'the number of a page of results' }),
  ...namesOf('offset', 'page page_number skip start from_index', {
    values: 'how many entries are passed over',
  }),
  ...namesOf('cursor', 'page page_number offset skip start page_token next_cursor', {
    values: 'next_cursor of the reply before',
  }),
  ...namesOf(['start_date', 'created_after'], 'from since after start start_time from_date date_from begin'),
  ...namesOf(['end_date', 'created_before'], 'to until before end end_time to_date date_to'),
  ...namesOf('time_range', 'days recency date_range period'),
  ...namesOf('access_key_id', 'access_key aws_access_key_id aws_access_key key_id'),
  ...namesOf('secret_access_key', 'secret_key aws_secret_access_key secret'),
  ...namesOf('endpoint', 'endpoint_url s3_endpoint host'),
  ...namesOf('bucket', 'bucket_name container'),
  ...namesOf('destination_id', 'destination dest target_id'),
  ...namesOf('scopes', 'permissions roles permission'),
  ...namesOf('allowed_ips', 'ips ip_whitelist allowed_ip ip_allowlist ip_addresses'),
  ...namesOf('expires_at', 'expires expiry expires_in ttl valid_until expiration expiration_date expire_at', {
    values: 'a time such as "2027-01-31T12:00:00Z"',
  }),
  ...namesOf(
    'budget_limit_credits',
    'budget max_budget spend_limit budget_limit budget_limit_dollars max_credits',
    {
      values: 'credits',
    },
  ),
  ...namesOf('reset_period', 'period interval reset window'),
  ...namesOf('amount_cents', 'amount amount_dollars amount_usd usd dollars price', { values: 'US cents' }),
  ...namesOf('email', 'user username login mail email_address user_email'),
  ...namesOf('organization_id', 'org org_id organization team team_id organisation_id'),
  ...namesOf('domain', 'host hostname site'),
  ...namesOf('events', 'event event_types topics types triggers'),
])

function namesOf(
  fields: string | readonly string[],
  others: string,
  more: Omit<Meaning, 'fields'> = {},
): [string, Meaning][] {
  const meaning = { fields: typeof fields === 'string' ? [fields] : fields, ...more }
  return others.split(' ').map((other) => [other, meaning])
}

function byName(entries: readonly [name: string, meaning: Meaning][]): Map<string, Meaning[]> {
  const meanings = new Map<string, Meaning[]>()
  for (const [name, meaning] of entries) meanings.set(name, [...(meanings.get(name) ?? []), meaning])
  return meanings
}
