/** What `crawl.secrets` is sealed for, so that one crawl's column opens for no other. */
export const secretsContext = (crawlId: string) => `crawl:${crawlId}`
