/**
 * What other services call what a field here means, in snake case; from their public references (Firecrawl, ScrapingBee, ScraperAPI, ZenRows,
 * Zyte, Apify, Scrapfly, Spider, Crawl4AI, Browserless). A name whose meaning has no field here is not among them.
 */
export const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ...namesOf('webhook_url', 'callback_url callback webhook notify_url webhook_uri notification_url'),
  ...namesOf('extraction_schema', 'schema json_schema output_schema response_schema json_options'),
  ...namesOf('extraction_prompt', 'prompt instruction instructions user_prompt ai_query ai_prompt'),
  ...namesOf('extraction_profile', 'extract_type extraction_type page_type'),
  ...namesOf('include_raw_html', 'raw_html return_raw_html'),
  ...namesOf('formats', 'format output_format return_format response_format output'),
  ...namesOf(
    'session_headers',
    'headers custom_headers extra_headers http_headers request_headers custom_http_request_headers',
  ),
  ...namesOf(
    'render_js',
    'render js_render javascript render_javascript browser_html js_enabled enable_javascript',
  ),
  ...namesOf('actions', 'js_scenario js_instructions steps browser_actions'),
  ...namesOf('use_proxy', 'premium_proxy premium residential super_proxy stealth_proxy'),
  ...namesOf('proxy_country', 'country_code geolocation geo proxy_location proxy_country_code'),
  ...namesOf('use_own_proxy', 'own_proxy custom_proxy'),
  ...namesOf('wait_for_timeout', 'wait_timeout selector_timeout'),
  ...namesOf('wait_for', 'wait wait_for_element wait_for_selector wait_selector css_selector_to_wait'),
  ...namesOf('wait_condition', 'wait_browser wait_until_event'),
  ...namesOf('block_ads', 'ad_block adblock'),
  ...namesOf('block_images', 'skip_images disable_images'),
  ...namesOf('remove_cookie_banners', 'dismiss_cookie_banners accept_cookies remove_popups'),
  ...namesOf('only_main_content', 'main_content readability article_only'),
  ...namesOf('scroll_to_load', 'auto_scroll scroll infinite_scroll'),
  ...namesOf('generate_pdf', 'pdf print_pdf'),
  ...namesOf('screenshot', 'screen_shot take_screenshot take_a_screenshot capture_screenshot'),
  ...namesOf('mobile', 'is_mobile device_mobile'),
  ...namesOf('cache_ttl', 'max_age cache_max_age cache_duration'),
  ...namesOf('force_refresh', 'no_cache bypass_cache cache_clear skip_cache'),
  ...namesOf('timeout', 'timeout_ms timeout_seconds page_timeout request_timeout'),
  ...namesOf('method', 'http_method request_method http_request_method'),
  ...namesOf('body', 'payload post_data request_body http_request_body post_body'),
  ...namesOf('max_credits', 'credit_limit max_cost_credits budget'),
  ...namesOf('max_depth', 'depth max_discovery_depth max_crawl_depth crawl_depth'),
  ...namesOf('max_concurrency', 'concurrency concurrent_requests'),
  ...namesOf('include_patterns', 'include_paths include_urls allow_patterns whitelist'),
  ...namesOf('exclude_patterns', 'exclude_paths exclude_urls deny_patterns blacklist ignore_patterns'),
  ...namesOf('include_subdomains', 'allow_subdomains subdomains'),
  ...namesOf('delay', 'crawl_delay delay_between_requests request_delay'),
  ...namesOf('url', 'target_url page_url start_url website'),
  ...namesOf('urls', 'url_list start_urls links'),
])

function namesOf(field: string, others: string): [string, string][] {
  return others.split(' ').map((other) => [other, field])
}
