import { useState } from 'react'
import { authorize, authorizeZapier } from '#contract/features/authorize.ts'
import { loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import type { Query } from '#contract/wire/query.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import { type GoneOn, useAccountChoice } from '#web/choose-account/use-account-choice.ts'
import { configOf } from '#web/form/field-config.ts'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'

type Credentials = { email: string; password: string }

/** Passed on unchanged from the partner's link. */
const passedOn = [
  'redirect_uri',
  'client_id',
  'state',
  'type',
  'vendor_user_id',
  'scope',
  'response_type',
  'code_challenge',
  'code_challenge_method',
] as const

export function useAuthorize(page: 'authorize' | 'authorize-zapier', query: Query) {
  const [goBackUri, setGoBackUri] = useState('')
  const form = useForm({
    fields: { email: configOf(loginEmail), password: configOf(loginPassword) },
    needsScript: true,
  })

  async function letIn(credentials: Credentials, pin: string, signal: AbortSignal): Promise<GoneOn> {
    const request = Object.fromEntries(passedOn.map((name) => [name, query[name] ?? '']))
    const call = page === 'authorize' ? authorize : authorizeZapier
    const body = { ...credentials, ...request, ...(pin === '' ? {} : { pin }) }
    const outcome = await send(call, body, { signal })
    setGoBackUri(page === 'authorize' && outcome.kind === 'refused' ? textOf(outcome.said.go_back_uri) : '')
    if (outcome.kind === 'answered' && leaveFor(outcome.answer.redirect_uri)) return 'leaving'
    return { refused: errorsOf(outcome) ?? messages.networkError }
  }

  return { form, goBackUri, ...useAccountChoice(form, letIn) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
