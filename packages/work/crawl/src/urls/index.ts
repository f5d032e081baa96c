/** Judges addresses in a crawl: which are one page, and which belong to it. Pure, and cheap enough for every link of every page. */
export { normalizeUrl, siteHost } from './normalize-url.ts'
export { pageKey } from './page-key.ts'
export { checkPatterns, compilePatterns, PATTERN_LIMITS, type PatternIssue } from './patterns.ts'
export { createScope, type Scope, type ScopeJudgement, type ScopeOptions, type ScopeSkip } from './scope.ts'
