/**
 * What websites ask of robots: `parseRobots` reads a robots.txt by RFC 9309, as Google reads it, and
 * `readRobotsDirectives` what a single page says in `X-Robots-Tag` and `<meta name="robots">`.
 */

export { type PageDirectives, readRobotsDirectives } from './page-directives.ts'
export { MAX_ROBOTS_BYTES, parseRobots } from './parse-robots.ts'
export type { PathRule } from './path-rules.ts'
export { productTokenOf } from './product-token.ts'
export {
  ALLOW_ALL,
  createRobotsPolicy,
  DISALLOW_ALL,
  type RobotsPolicy,
  type RobotsRules,
} from './robots-policy.ts'
