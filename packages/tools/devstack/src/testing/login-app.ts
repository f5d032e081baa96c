/** An application that its scripts build, whose sign-in is a token that they keep: its pages hold nothing without it. */
export const LOGIN_APP: Record<string, string> = {
  '/app': `<!doctype html><title>Berths</title><div id="app"></div><script>
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}')
    const app = document.getElementById('app')
    if (!token || !sessionStorage.getItem('tab')) location.replace('/app/login')
    else fetch('/app/berths', { headers: { authorization: 'Bearer ' + token } }).then((response) => response.json()).then(({ berths }) => {
      app.innerHTML = '<h1>Berths of Ada</h1><ul>' + berths.map((berth) => '<li>' + berth).join('') + '</ul><a href="/logout">Sign out</a>'
    })
  </script>`,
  '/app/login': `<!doctype html><title>Sign in</title><style>body{margin:0}input,button{position:absolute;left:10px;width:200px;height:30px}</style>
    <form><input name="user" style="top:10px"><input name="password" type="password" style="top:60px"><button style="top:110px">Go on</button></form><script>
    document.forms[0].onsubmit = (event) => {
      event.preventDefault()
      fetch('/app/tokens', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) }).then((response) => response.json()).then(({ token }) => {
        localStorage.setItem('auth', JSON.stringify({ token }))
        localStorage.setItem('theme', 'dark')
        sessionStorage.setItem('tab', 'one')
        location.replace('/app')
      })
    }
  </script>`,
}

export const BERTHS = Array.from({ length: 20 }, (_, at) => `Berth ${at + 1} at the northern pier`)
