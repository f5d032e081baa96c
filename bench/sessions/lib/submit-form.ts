import { parseHTML } from 'linkedom'
import type { Visit, WebClient } from './web-client.ts'

/**
 * Fills in the form of `page` that has all of `fields`, keeps what else it holds (tokens against forgery), and sends it as
 * a browser would by its first button. Throws when there is no such form.
 */
export async function submitForm(
  client: WebClient,
  page: Visit,
  fields: Record<string, string>,
): Promise<Visit> {
  const { document } = parseHTML(page.body)
  const form = [...document.querySelectorAll('form')].find((each) =>
    Object.keys(fields).every((name) => each.querySelector(`[name="${name}"]`)),
  )
  if (!form) throw new Error(`no form with ${Object.keys(fields).join(', ')} at ${page.url}`)
  const values = new URLSearchParams({ ...valuesOf(form), ...fields })
  const action = new URL(form.getAttribute('action') || page.url, page.url)
  const headers = { referer: page.url, origin: action.origin }
  if (/^post$/i.test(form.getAttribute('method') ?? ''))
    return client.visit(action.href, { method: 'POST', body: values, headers })
  action.search = values.toString()
  return client.visit(action.href, { headers })
}

function valuesOf(form: Element): Record<string, string> {
  const values: Record<string, string> = {}
  let hasButton = false
  for (const field of form.querySelectorAll('input[name], button[name], select[name]')) {
    const type = field.getAttribute('type')?.toLowerCase()
    const isButton = type === 'submit' || (field.localName === 'button' && type !== 'button')
    if (type === 'checkbox' || type === 'radio' ? !field.hasAttribute('checked') : isButton && hasButton)
      continue
    hasButton ||= isButton
    values[field.getAttribute('name')!] = defaultOf(field)
  }
  return values
}

function defaultOf(field: Element): string {
  if (field.localName !== 'select') return field.getAttribute('value') ?? ''
  const option = field.querySelector('option[selected]') ?? field.querySelector('option')
  return option?.getAttribute('value') ?? ''
}
