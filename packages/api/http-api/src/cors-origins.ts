import { listField, settings } from '@gleaner/runtime'

/** Setting of each service that browsers ask. */
export const corsFields = settings('api', {
  CORS_ORIGINS: listField()
    .refine(
      (origins) => origins.every(isOrigin),
      'must list origins such as https://app.example.com, or be *',
    )
    .describe(
      'origins whose pages may use the API from a browser, e.g. https://app.example.com; * is every one',
    ),
})

function isOrigin(text: string): boolean {
  return text === '*' || URL.parse(text)?.origin === text
}
