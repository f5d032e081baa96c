// Runs in the page of a mailed link: sends its token, with the password where the page asks for one, and says what became of it.
const part = (id) => document.getElementById(id)
const { url, done, badLink } = document.querySelector('main').dataset
const [form, password, again] = ['form', 'password', 'again'].map(part)
const token = location.hash.slice(1)
// Nobody finds the link by going back in this browser.
history.replaceState(null, '', location.pathname)

if (token === '') say('This link is not complete. Open the whole link of the mail.')
else form.hidden = false

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (again && password.value !== again.value) return say('The two passwords are not the same.')
  part('submit').disabled = true
  try {
    await send({ token, password: password?.value })
  } catch {
    say('The service could not be reached. Try again in a moment.')
  } finally {
    part('submit').disabled = false
  }
})

async function send(body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return finish()
  const { message, details } = await response.json()
  say(details?.issues?.some(({ path }) => path === 'token') ? badLink : message)
}

function finish() {
  form.hidden = true
  part('message').hidden = true
  part('title').textContent = done
  part('title').focus()
}

function say(text) {
  part('message').textContent = text
  part('message').hidden = false
}
