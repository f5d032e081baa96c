import { listField } from '@gleaner/runtime'

/** Setting: origins whose pages may use the API from a browser. */
export function corsOriginsField() {
  return listField().refine(
    (origins) => origins.every(isOrigin),
    'must list origins such as https://app.example.com, or be *',
  )
}

function isOrigin(text: string): boolean {
  return text === '*' || URL.parse(text)?.origin === text
}
