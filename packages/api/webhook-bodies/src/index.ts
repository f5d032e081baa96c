export * from './firecrawl-body.ts'
export * from './make-bodies.ts'
export * from './make-sent-body.ts'
