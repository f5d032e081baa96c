import { HEADER } from './header.ts'
import type { PythonMethod } from './operations.ts'
import { literal } from './words.ts'

/** What the client has to know of each operation to call it. */
export function operationsFile(methods: readonly PythonMethod[]): string {
  return `${HEADER('What this client has to know of each operation.')}
from __future__ import annotations

from typing import Union

import httpx

from ..request import Operation
from . import models as m

${methods.map(rowOf).join('\n')}
`
}

function rowOf({ fact, of, replies }: PythonMethod): string {
  const { method, path, auth, takesKey, accept, mayAnswer = [] } = of.facts
  const read = [...replies].map(([status, type]) => `${status}: ${type}`)
  const parts = [
    literal(method),
    literal(path),
    literal(auth),
    ...(read.length > 0 ? [`{${read.join(', ')}}`] : []),
    ...(takesKey ? ['takes_key=True'] : []),
    ...(accept ? [`accept=${literal(accept)}`] : []),
    ...(mayAnswer.length > 0 ? [`may_answer=(${mayAnswer.map((status) => `${status},`).join(' ')})`] : []),
  ]
  return `${fact} = Operation(${parts.join(', ')})`
}
