// Runs in the consent page: sends a signed-in person back with a code once they have allowed it.
// biome-ignore lint/correctness/noUnusedVariables: the script that stands before it calls it
function signedIn() {
  show(byId('decision'))
  byId('signed-in').focus()
}

byId('allow').addEventListener('click', async () => {
  say('')
  const body = JSON.parse(facts.request)
  const organization = byId('account').value
  const reply = await askApi('POST', facts.authorizeUrl, { ...credentials(), body, organization })
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
