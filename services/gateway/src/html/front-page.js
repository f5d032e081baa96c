const form = document.querySelector('form')
const [result, ladder, content, notice, state] = ['result', 'ladder', 'content', 'notice', 'state'].map(
  (id) => document.getElementById(id),
)
const NAMES = { 1: 'Curl', 2: 'HTTP', 3: 'Stealth', 3.5: 'Light browser', 4: 'Browser', 5: 'Captcha' }

form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const typed = form.elements.url.value.trim()
  const url = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  form.elements.url.value = url
  notice.hidden = result.hidden = true
  state.textContent = 'Fetching the page …'
  const { ok, body } = await askApi('POST', form.dataset.url, { body: { url }, timeoutMs: 60_000 })
  state.textContent = ''
  show(body.billing?.escalations ?? [])
  content.hidden = !ok
  result.hidden = !ok && ladder.childElementCount === 0
  if (ok) content.textContent = body.content.markdown || '(The page has no text.)'
  else {
    notice.textContent = body.message
    notice.hidden = false
  }
})

/** One rung for each attempt, from the cheapest tier up; the one that delivered is filled. */
function show(attempts) {
  ladder.replaceChildren(
    ...attempts.map(({ tier, result: outcome, duration_ms, error }) => {
      const delivered = outcome === 'success'
      const rung = document.createElement('li')
      if (delivered) rung.className = 'delivered'
      const cells = [
        ['shape', delivered ? '●' : '○'],
        ['', NAMES[tier] ?? `Tier ${tier}`],
        ['said', delivered ? 'delivered' : (error ?? 'failed')],
        ['figure', duration_ms < 1000 ? `${duration_ms} ms` : `${(duration_ms / 1000).toPrecision(3)} s`],
      ]
      for (const [name, text] of cells) {
        const cell = document.createElement('span')
        cell.className = name
        cell.textContent = text
        rung.append(cell)
      }
      return rung
    }),
  )
}
