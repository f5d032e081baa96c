/** With a capital at its beginning and a full stop; what a setting takes stands in brackets. */
export function sentence(text: string, takes = 'text'): string {
  const whole = takes === 'text' ? text : `${text} (${takes})`
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`
}
