/**
 * Stands before the script of a page that asks the API more than once. Buttons rest while a request is under way. Never throws: what
 * went wrong is in `body.message`.
 */
// biome-ignore lint/correctness/noUnusedVariables: the script that stands behind it calls it
async function askApi(method, url, { body, accessToken, organization, timeoutMs = 30_000 } = {}) {
  const buttons = document.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
        ...(organization && { 'X-Organization-Id': organization }),
      },
      body: body && JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { ok: response.ok, status: response.status, body: parseReply(await response.text()) }
  } catch {
    return { ok: false, status: 0, body: { message: 'The service did not answer. Try again.' } }
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

function parseReply(text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: 'The service gave no readable answer. Try again.' }
  }
}
