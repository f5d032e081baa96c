import { API_ROOT } from '@gleaner/contracts'

/**
 * The page of the API's reference. Requests are tried at the page's own origin, so that no other has to allow them, and the
 * credentials that are entered stay in the page's memory.
 */
export function referencePage(viewerPath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=640">
<title>Gleaner API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script type="module" src="${viewerPath}"></script>
<style>
  body { margin: 0 }
  rapi-doc:not(:defined) { display: block; padding: 2rem; font-family: system-ui, sans-serif }
  .links { display: flex; gap: 1rem; align-items: center; padding: .5rem 0 .5rem 1rem }
  .links strong { font-size: 1.1rem; color: #fff }
  .links a { color: #d5e8dc }
</style>
</head>
<body>
<rapi-doc
  spec-url="/openapi.json"
  server-url="${API_ROOT}"
  default-api-server="${API_ROOT}"
  render-style="focused"
  schema-style="table"
  schema-description-expanded="true"
  default-schema-tab="schema"
  load-fonts="false"
  regular-font="system-ui, 'Segoe UI', Roboto, sans-serif"
  mono-font="ui-monospace, Menlo, Consolas, monospace"
  theme="light"
  bg-color="#ffffff"
  text-color="#222b26"
  header-color="#1e4634"
  primary-color="#1b7a4b"
  nav-bg-color="#f5f7f5"
  nav-text-color="#33413a"
  nav-hover-bg-color="#e4ece6"
  nav-hover-text-color="#14532f"
  nav-accent-color="#1b7a4b"
  use-path-in-nav-bar="false"
  show-method-in-nav-bar="as-colored-text"
  allow-spec-url-load="false"
  allow-spec-file-load="false"
  allow-spec-file-download="false"
  allow-server-selection="false"
  allow-advanced-search="true"
  persist-auth="false"
  show-header="true"
  sort-tags="false"
  sort-endpoints-by="none"
>
  <span slot="logo"></span>
  <div slot="header" class="links"><strong>Gleaner API</strong><a href="/openapi.json">OpenAPI document</a></div>
  <noscript>This page needs JavaScript. <a href="/openapi.json">/openapi.json</a> holds the same for programs.</noscript>
</rapi-doc>
</body>
</html>
`
}
