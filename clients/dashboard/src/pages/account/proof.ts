import { useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import type { FormField, FormValues } from '../../parts/things/things.ts'
import * as words from '../../words/index.ts'

const said = words.account

export const SECOND_FACTOR = 'second-factor'

/** What the person has besides a password. */
export function useSecondFactor() {
  return useQuery({
    queryKey: [SECOND_FACTOR],
    queryFn: ({ signal }) => gleaner().auth.secondFactor({ signal }),
  })
}

export const CODE: FormField = {
  name: 'code',
  label: said.code,
  hint: said.codeHint,
  autocomplete: 'one-time-code',
  required: true,
}

/** What shows that it is the person: the password and, where there is one, the second factor. */
export function useProof(): readonly FormField[] {
  const { data } = useSecondFactor()
  const password: FormField = {
    name: 'password',
    label: said.currentPassword,
    kind: 'password',
    autocomplete: 'current-password',
    required: true,
  }
  return data?.totp ? [password, CODE] : [password]
}

export const proofOf = ({ password, code }: FormValues) => ({
  password: String(password),
  ...(code && { code: String(code) }),
})
