// Runs in the device page: asks whose code it is, and tells the service what the person decides.
const [code, decision] = ['code', 'decision'].map(byId)
byId('user-code').value = new URLSearchParams(location.search).get('user_code') ?? ''

// biome-ignore lint/correctness/noUnusedVariables: the script that stands before it calls it
function signedIn() {
  show(code)
  byId('user-code').focus()
}

code.addEventListener('submit', async (event) => {
  event.preventDefault()
  const reply = await ask(facts.askUrl, { user_code: byId('user-code').value })
  if (!reply) return
  for (const name of document.querySelectorAll('.client')) name.textContent = reply.client_name
  byId('key-name').textContent = reply.key_name
  byId('shown-code').textContent = byId('user-code').value
  show(decision)
  byId('question').focus()
})

byId('allow').addEventListener('click', () => decide(true))
byId('deny').addEventListener('click', () => decide(false))

async function decide(allow) {
  const body = { user_code: byId('user-code').value, allow }
  const reply = await ask(facts.decideUrl, body, byId('account').value)
  if (!reply) return
  await signOut()
  byId('outcome').textContent = allow ? 'Done. Go back to your device.' : 'Denied. The device gets nothing.'
  show(byId('end'))
  byId('outcome').focus()
}

/** What the API says; undefined where it refused, which is then shown. */
async function ask(url, body, organization) {
  say('')
  const reply = await askApi('POST', url, { ...credentials(), body, organization })
  if (reply.ok) return reply.body
  if (reply.status === 401) show(signIn)
  say(reply.status === 401 ? 'You were signed out meanwhile. Sign in again.' : reply.body.message)
  return undefined
}
