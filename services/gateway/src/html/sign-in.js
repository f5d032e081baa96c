// Stands before the script of a page that signs a person in. That script has `signedIn()`, which is called once it is done.
// biome-ignore-all lint/correctness/noUnusedVariables: the script that stands behind it uses them
const byId = (id) => document.getElementById(id)
const facts = document.querySelector('main').dataset
const parts = [...document.querySelectorAll('.part')]
const [signIn, secondFactor] = ['sign-in', 'second-factor'].map(byId)
/** What signing in gave. In memory alone: it is gone with the page. */
let session
/** What a code of the second factor is sent with. */
let challenge

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
  } else if (reply.body.challenge) {
    challenge = reply.body.challenge
    show(secondFactor)
    byId('second-code').focus()
  } else {
    await begin(reply.body)
  }
})

secondFactor.addEventListener('submit', async (event) => {
  event.preventDefault()
  say('')
  const body = { challenge, code: byId('second-code').value }
  const reply = await askApi('POST', facts.secondFactorUrl, { body })
  byId('second-code').value = ''
  if (reply.ok) {
    await begin(reply.body)
    return
  }
  // The challenge has ended: what is wrong is not the code.
  if (!reply.body.details?.issues?.some(({ path }) => path === 'code')) show(signIn)
  say(reply.body.message)
})

byId('sign-out').addEventListener('click', async () => {
  await signOut()
  show(signIn)
  byId('email').focus()
})

async function begin(begun) {
  session = begun
  byId('who').textContent = session.user.email
  await offerOrganizations()
  signedIn()
}

/** Whoever may make keys for an organization chooses whose credits the tool uses. */
async function offerOrganizations() {
  const reply = await askApi('GET', `${facts.organizationsUrl}?limit=100`, credentials())
  const managed = reply.ok
    ? reply.body.organizations.filter(({ role, is_personal }) => role !== 'member' && !is_personal)
    : []
  byId('account').replaceChildren(
    new Option('Your own', ''),
    ...managed.map(({ name, id }) => new Option(name, id)),
  )
  byId('choice').hidden = managed.length === 0
}

/** Ends the session here and at the service; what does not work out in two seconds ends by itself in an hour. */
async function signOut() {
  await askApi('POST', facts.logoutUrl, { ...credentials(), timeoutMs: 2_000 })
  session = undefined
}

/** The credentials of a request. */
function credentials() {
  return { accessToken: session?.access_token }
}

function show(part) {
  for (const each of parts) each.hidden = each !== part
  say('')
}

function say(text) {
  byId('message').textContent = text
  byId('message').hidden = text === ''
}
