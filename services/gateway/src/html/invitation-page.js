// Runs in the page of an invitation: shows it, and accepts or declines it.
const byId = (id) => document.getElementById(id)
const urls = document.querySelector('main').dataset
const token = location.hash.slice(1)

/** The two ways to accept. */
const WAYS = {
  signIn: {
    url: urls.loginUrl,
    how: 'Sign in to accept',
    submit: 'Sign in and accept',
    other: 'I have no account yet',
    autocomplete: 'current-password',
  },
  open: {
    url: urls.registerUrl,
    how: 'Open an account to accept',
    submit: 'Open an account and accept',
    other: 'I have an account',
    autocomplete: 'new-password',
  },
}
let way
/** What a code of the second factor is sent with. */
let challenge

const { ok, status, body: invitation } = token ? await post(urls.previewUrl, { token }) : { status: 404 }
if (ok) showInvitation()
else if (status === 404)
  finish('This link does not work', 'It was answered or withdrawn, is older than 7 days, or is incomplete.')
else say(invitation.message)

function showInvitation() {
  const { organization, role, invited_by, email, expires_at } = invitation
  byId('title').textContent = `Join ${organization.name}?`
  byId('text').textContent =
    `${invited_by ?? 'Somebody'} invites you to this organization, as ${role === 'admin' ? 'an admin' : 'a member'}.`
  byId('email').value = email
  byId('expires').textContent = new Date(expires_at).toLocaleString(undefined, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  choose(WAYS.signIn)
  byId('text').hidden = false
  byId('answer').hidden = false
}

byId('other-way').addEventListener('click', () => choose(way === WAYS.open ? WAYS.signIn : WAYS.open))

byId('accept').addEventListener('submit', async (event) => {
  event.preventDefault()
  const signedIn = challenge
    ? await post(urls.secondFactorUrl, { challenge, code: byId('second-code').value })
    : await post(way.url, { email: invitation.email, password: byId('password').value })
  if (!signedIn.ok) {
    say(signedIn.status === 401 && !challenge ? 'The password is wrong.' : signedIn.body.message)
    if (signedIn.status === 401) askForCode(undefined)
    return
  }
  if (signedIn.body.challenge) return askForCode(signedIn.body.challenge)
  const { access_token, refresh_token } = signedIn.body
  // The operator wants addresses confirmed before there is an account.
  if (!access_token)
    return finish(
      'Look into your mails',
      `${signedIn.body.message} Then open the link of the invitation again.`,
    )
  const accepted = await post(urls.acceptUrl, { token }, access_token)
  await post(urls.logoutUrl, { refresh_token }, access_token)
  if (!accepted.ok) return say(accepted.body.message)
  finish(
    `You are in ${accepted.body.name}`,
    `Act for it with the header X-Organization-Id: ${accepted.body.id}`,
  )
})

byId('decline').addEventListener('click', async () => {
  const declined = await post(urls.declineUrl, { token })
  if (!declined.ok) return say(declined.body.message)
  finish('Declined', 'Nothing was opened in your name. You can close this page.')
})

/** The second factor of who has one: a code takes the place of the password. */
function askForCode(given) {
  challenge = given
  byId('second-factor').hidden = !challenge
  byId('second-code').required = !!challenge
  byId('second-code').value = ''
  if (challenge) byId('second-code').focus()
}

function choose(next) {
  way = next
  byId('how').textContent = way.how
  byId('submit').textContent = way.submit
  byId('other-way').textContent = way.other
  byId('password').autocomplete = way.autocomplete
  byId('password').value = ''
  askForCode(undefined)
  say('')
}

function finish(title, text) {
  byId('answer').hidden = true
  byId('title').textContent = title
  byId('text').textContent = text
  byId('text').hidden = false
  say('')
  byId('title').focus()
}

function say(text) {
  byId('message').textContent = text
  byId('message').hidden = text === ''
}

function post(url, body, accessToken) {
  return askApi('POST', url, { body, accessToken })
}
