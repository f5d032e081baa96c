// Runs in the consent page: signs a person in, and sends them back with a code once they have allowed it.
const byId = (id) => document.getElementById(id)
const facts = document.querySelector('main').dataset
const [signIn, decision, account] = ['sign-in', 'decision', 'account'].map(byId)
/** What signing in gave. In memory alone: it is gone with the page. */
let session

// Not focused: who comes here reads first.
signIn.hidden = false

signIn.addEventListener('submit', async (event) => {
  event.preventDefault()
  say('')
  const credentials = { email: byId('email').value, password: byId('password').value }
  const reply = await askApi('POST', facts.loginUrl, { body: credentials })
  byId('password').value = ''
  if (!reply.ok) {
    say(reply.status === 401 ? 'The e-mail address or the password is wrong.' : reply.body.message)
    byId('password').focus()
    return
  }
  session = reply.body
  byId('who').textContent = session.user.email
  await offerOrganizations()
  show(decision)
  byId('signed-in').focus()
})

byId('allow').addEventListener('click', async () => {
  say('')
  const body = JSON.parse(facts.request)
  const reply = await askApi('POST', facts.authorizeUrl, { ...signedIn(), body, organization: account.value })
  if (reply.ok) {
    await signOut()
    location.replace(facts.allowedUrl + encodeURIComponent(reply.body.code))
  } else if (reply.status === 401) {
    show(signIn)
    say('You were signed out meanwhile. Sign in again.')
  } else {
    say(reply.body.message)
  }
})

byId('sign-out').addEventListener('click', async () => {
  await signOut()
  show(signIn)
  byId('email').focus()
})

/** Whoever may make keys for an organization chooses whose credits the tool uses. */
async function offerOrganizations() {
  const reply = await askApi('GET', `${facts.organizationsUrl}?limit=100`, signedIn())
  const managed = reply.ok
    ? reply.body.organizations.filter(({ role, is_personal }) => role !== 'member' && !is_personal)
    : []
  account.replaceChildren(new Option('Your own', ''), ...managed.map(({ name, id }) => new Option(name, id)))
  byId('choice').hidden = managed.length === 0
}

/** Ends the session here and at the service; what does not work out in two seconds ends by itself in an hour. */
async function signOut() {
  await askApi('POST', facts.logoutUrl, { ...signedIn(), timeoutMs: 2_000 })
  session = undefined
}

/** The credentials of a request. */
function signedIn() {
  return { accessToken: session?.access_token }
}

function show(part) {
  for (const each of [signIn, decision]) each.hidden = each !== part
  say('')
}

function say(text) {
  byId('message').textContent = text
  byId('message').hidden = text === ''
}
