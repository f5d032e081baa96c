/** A text without keys, whoever has put one into it. */
export function hidden(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
    .replaceAll(/\bsk_(live|test)_[A-Za-z0-9]{8,}/g, 'sk_$1_***')
}
