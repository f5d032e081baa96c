import { TextField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'

/** The password of an account that is there, which the browser may know. */
export function PasswordField({ value, onValue }: { value: string; onValue: (password: string) => void }) {
  return (
    <TextField
      label={words.signIn.password}
      type="password"
      autocomplete="current-password"
      required
      value={value}
      onValue={onValue}
    />
  )
}
