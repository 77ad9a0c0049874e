import { afterEach, expect, test, vi } from 'vitest'
import { chooseNewPassword, requestPasswordReset } from '#contract/features/password-reset.ts'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import type { Call } from '#contract/wire/call.ts'
import { send } from './api.ts'
import { webUrl } from './leave-for.ts'

afterEach(() => vi.unstubAllGlobals())

function ask(call: Call, status: number, body: string) {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return send(call, {}, { parts: { linkToken: 'x' } })
}

const lost = { kind: 'failed', message: 'Network Error' }

test.each([
  '{}',
  '[]',
  '""',
  '"  "',
  '{"email":[]}',
  '{"payment_form":{}}',
  '{"payment_form":{"number":[""]}}',
  'null',
])('a refusal without a message (%s) shows Network Error', async (errors) => {
  expect(await ask(signIn, 400, `{"errors":${errors}}`)).toEqual(lost)
  expect(await ask(submitSignUp, 400, `{"errors":${errors}}`)).toEqual(lost)
})

test('finds the message of a refusal wherever it is', async () => {
  const said = ['"No."', '{"email":["No."]}', '{"payment_form":{"number":["","No."]}}', '{"email":"No."}']
  for (const errors of said)
    expect((await ask(submitSignUp, 400, `{"errors":${errors}}`)).kind).toBe('refused')
})

test.each([
  ['call 5', saveUnfinishedSignUp],
  ['call 9', requestPasswordReset],
  ['call 11', chooseNewPassword],
  ['call 13', confirmSmtpSettings],
] as const)('for %s a success status is enough, whatever the body', async (_, address) => {
  for (const body of ['', 'done', '<p>OK</p>', 'null', '[]', '{}', '{"data":{}}'])
    expect((await ask(address, 200, body)).kind, body).toBe('answered')
  expect(await ask(address, 500, '')).toEqual(lost)
})

test('for every other call an answer with a missing or empty key is not an answer', async () => {
  for (const body of ['', 'done', 'null', '[]', '{}', '{"data":null}', '{"data":"text"}'])
    expect(await ask(signIn, 200, body), body).toEqual(lost)
  expect((await ask(signIn, 200, '{"data":{}}')).kind).toBe('answered')
})

test('accounts may be null', async () => {
  expect((await ask(findAccounts, 200, '{"login_data_list":null}')).kind).toBe('answered')
})

test('only a string can be a redirect url', () => {
  for (const address of [undefined, null, '', 7, {}])
    expect(webUrl(address as string, 'https://desk.example/login/')).toBeUndefined()
})
