const part = (id) => document.getElementById(id)
const token = location.hash.slice(1)
// Nobody finds the link by going back in this browser.
history.replaceState(null, '', location.pathname)

if (token === '') say('This link is not complete. Open the whole link of the mail.')
else part('reset').hidden = false

part('reset').addEventListener('submit', async (event) => {
  event.preventDefault()
  if (part('password').value !== part('again').value) return say('The two passwords are not the same.')
  part('submit').disabled = true
  try {
    await reset(part('password').value)
  } catch {
    say('The service could not be reached. Try again in a moment.')
  } finally {
    part('submit').disabled = false
  }
})

async function reset(password) {
  const response = await fetch(document.querySelector('main').dataset.resetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password }),
  })
  if (response.ok) return finish()
  const { message, details } = await response.json()
  const isLinkBad = details?.issues?.some(({ path }) => path === 'token')
  say(
    isLinkBad
      ? 'This link was used before, has expired, or a newer one was mailed. Ask for a new one.'
      : message,
  )
}

function finish() {
  part('reset').hidden = true
  part('message').hidden = true
  part('title').textContent = 'Your new password is set'
  part('title').focus()
}

function say(text) {
  part('message').textContent = text
  part('message').hidden = false
}
