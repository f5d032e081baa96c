// On a phone the contents are closed until they are asked for.
const contents = document.querySelector('.contents')
if (contents && matchMedia('(max-width: 60rem)').matches) contents.open = false

const tryForm = document.getElementById('try-form')
tryForm?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [state, reply, button] = [
    document.getElementById('state'),
    document.getElementById('reply'),
    tryForm.querySelector('button'),
  ]
  const fields = [...tryForm.querySelectorAll('[data-in]')].map(({ dataset, value }) => ({
    ...dataset,
    value,
  }))
  const given = (place) => fields.filter((field) => field.in === place && field.value !== '')
  let path = tryForm.dataset.path
  for (const { name, value } of given('path'))
    path = path.replace(`{${name}}`, name === 'url' || name === 'key' ? value : encodeURIComponent(value))
  const query = new URLSearchParams(given('query').map(({ name, value }) => [name, value])).toString()
  const credential = tryForm.elements.credential?.value.trim()
  const body = tryForm.elements.body?.value.trim()
  button.disabled = true
  state.textContent = 'Waiting for the reply …'
  reply.hidden = true
  try {
    const began = performance.now()
    const response = await fetch(query ? `${path}?${query}` : path, {
      method: tryForm.dataset.method,
      headers: {
        ...(credential && { Authorization: `Bearer ${credential}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(given('header').map(({ name, value }) => [name, value])),
      },
      ...(body && { body }),
      credentials: 'omit',
      signal: AbortSignal.timeout(150_000),
    })
    const text = await response.text()
    state.textContent = `${response.status} ${response.statusText} in ${Math.round(performance.now() - began)} ms`
    const headers = [...response.headers].filter(([name]) =>
      /^(x-|content-type|location|retry-after)/.test(name),
    )
    reply.textContent = `${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${readable(text)}`
    reply.hidden = false
  } catch (error) {
    state.textContent = `There was no reply: ${error.message}`
  } finally {
    button.disabled = false
  }
})

/** Longer replies hold up the page. */
const MOST_SHOWN = 200_000

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MOST_SHOWN)
  } catch {
    return text.slice(0, MOST_SHOWN)
  }
}
