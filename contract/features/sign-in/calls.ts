import * as z from 'zod/mini'
import { accountRow } from '#contract/accounts/account-row.ts'
import { visitFields } from '#contract/accounts/visit-fields.ts'
import { accountNumber, loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import { publicCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { optionalText, text } from '#contract/wire/schema.ts'

export const signIn = publicCall({
  number: 1,
  summary: 'Sign in',
  ...form,
  path: '/rest/auth/login/',
  why: 'the password is the proof',
  body: z.object({
    email: text(loginEmail),
    password: text(loginPassword),
    pin: optionalText(accountNumber),
    ...visitFields,
  }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
  refusals: [
    { status: 400, when: 'a field is missing or wrong, or several accounts match and no pin was sent' },
    { status: 401, when: 'the email, the password or the account number is wrong' },
  ],
})

export const findAccounts = publicCall({
  number: 2,
  summary: 'List the accounts for an email, if there is more than one',
  ...form,
  path: '/rest/auth/check_agent_email/',
  why: 'people choose their account before they sign in',
  answerKey: 'login_data_list',
  body: z.object({ email: text(loginEmail) }),
  answer: z.object({ login_data_list: z.array(accountRow) }),
  refusals: [{ status: 400, when: 'the email is missing or malformed' }],
})
