import { afterEach, expect, test, vi } from 'vitest'
import { confirmSmtpSettingsAddress } from '#contract/features/outgoing-mail/endpoints.ts'
import { chooseNewPasswordAddress, requestResetAddress } from '#contract/features/password-reset/endpoints.ts'
import { findAccountsAddress, signInAddress } from '#contract/features/sign-in/endpoints.ts'
import { saveUnfinishedAddress, submitSignUpAddress } from '#contract/features/sign-up/endpoints.ts'
import type { Address } from '#contract/wire/address.ts'
import type { Call } from '#contract/wire/call.ts'
import { send } from './api.ts'
import { webAddress } from './leave-for.ts'

afterEach(() => vi.unstubAllGlobals())

function ask(address: Address, status: number, body: string) {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return send<Call>(address, {}, { parts: { linkToken: 'x' } })
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
])(
  'a refusal without a word in it (%s) is no refusal that a page could show: Network Error',
  async (errors) => {
    expect(await ask(signInAddress, 400, `{"errors":${errors}}`)).toEqual(lost)
    expect(await ask(submitSignUpAddress, 400, `{"errors":${errors}}`)).toEqual(lost)
  },
)

test('a refusal with words is one, wherever they stand', async () => {
  const said = ['"No."', '{"email":["No."]}', '{"payment_form":{"number":["","No."]}}', '{"email":"No."}']
  for (const errors of said)
    expect((await ask(submitSignUpAddress, 400, `{"errors":${errors}}`)).kind).toBe('refused')
})

test.each([
  ['call 5', saveUnfinishedAddress],
  ['call 9', requestResetAddress],
  ['call 11', chooseNewPasswordAddress],
  ['call 13', confirmSmtpSettingsAddress],
] as const)('of %s a good status is enough, whatever the body', async (_, address) => {
  for (const body of ['', 'done', '<p>OK</p>', 'null', '[]', '{}', '{"data":{}}'])
    expect((await ask(address, 200, body)).kind, body).toBe('answered')
  expect(await ask(address, 500, '')).toEqual(lost)
})

test('of every other call an answer without its key, or with nothing under it, is none', async () => {
  for (const body of ['', 'done', 'null', '[]', '{}', '{"data":null}', '{"data":"text"}'])
    expect(await ask(signInAddress, 200, body), body).toEqual(lost)
  expect((await ask(signInAddress, 200, '{"data":{}}')).kind).toBe('answered')
})

test('no accounts may be told as null', async () => {
  expect((await ask(findAccountsAddress, 200, '{"login_data_list":null}')).kind).toBe('answered')
})

test('only a text can be an address to go to', () => {
  for (const address of [undefined, null, '', 7, {}])
    expect(webAddress(address as string, 'https://desk.example/login/')).toBeUndefined()
})
