/** Selectors that callers store under a name: `templates.ts` changes and shows them, `find-templates.ts` reads those that requests name. */
export * from './find-templates.ts'
export * from './templates.ts'
