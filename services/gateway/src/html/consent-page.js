// Runs in the consent page: signs a person in, and sends them back with a code once they have allowed it.
const byId = (id) => document.getElementById(id)
const { loginUrl, logoutUrl, authorizeUrl, request, allowedUrl } = document.querySelector('main').dataset
const signIn = byId('sign-in')
const decision = byId('decision')
/** What signing in gave. In memory alone: it is gone with the page. */
let session

signIn.hidden = false
byId('email').focus()

signIn.addEventListener('submit', async (event) => {
  event.preventDefault()
  const credentials = { email: byId('email').value, password: byId('password').value }
  const reply = await post(loginUrl, credentials)
  byId('password').value = ''
  if (!reply.ok) {
    say(reply.status === 401 ? 'The e-mail address or the password is wrong.' : reply.body.message)
    byId('password').focus()
    return
  }
  session = reply.body
  byId('who').textContent = session.user.email
  show(decision)
  byId('signed-in').focus()
})

byId('allow').addEventListener('click', async () => {
  const reply = await post(authorizeUrl, JSON.parse(request), session.access_token)
  if (reply.ok) {
    await signOut()
    location.replace(allowedUrl + encodeURIComponent(reply.body.code))
    return
  }
  if (reply.status === 401) {
    show(signIn)
    say('You were signed out meanwhile. Sign in again.')
    return
  }
  say(reply.body.message)
})

byId('other-account').addEventListener('click', async () => {
  await signOut()
  show(signIn)
  byId('email').focus()
})

/** Ends the session here and at the service, for as long as that takes no time to notice. */
async function signOut() {
  const { refresh_token, access_token } = session
  session = undefined
  await post(logoutUrl, { refresh_token }, access_token, 2_000)
}

function show(part) {
  for (const each of [signIn, decision]) each.hidden = each !== part
  say('')
}

function say(text) {
  byId('message').textContent = text
  byId('message').hidden = text === ''
}

/** Buttons rest while a request is under way. Never throws: what went wrong is in `body.message`. */
async function post(url, body, token, timeoutMs = 30_000) {
  const buttons = document.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { ok: response.ok, status: response.status, body: await read(response) }
  } catch {
    return { ok: false, status: 0, body: { message: 'The service did not answer. Try again.' } }
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

async function read(response) {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { message: 'The service gave no readable answer. Try again.' }
  }
}
