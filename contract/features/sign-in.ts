import * as z from 'zod/mini'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { accountRow, visitFields } from '#contract/accounts/sign-in-fields.ts'
import { accountNumber, loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import { publicCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { optionalText, text } from '#contract/wire/schema.ts'

export type SignInBanner = { tone: 'ok' | 'warn' | 'bad' | 'info'; text: string }

export type SignInValues = {
  systemStatus: string
  /** The banner for the URL's `status`. */
  banner?: SignInBanner
  /** The email from the URL. */
  email: string
  loginMessage: string
  isMobile: boolean
  /** Whether passkeys work on this page's host. */
  offersPasskeys: boolean
  /** Set if someone is already signed in on this device: the account's company and where it leads. */
  signedIn?: { company: string; href: string }
  /** The result of a form posted before hydration. */
  sent?: SentForm
}

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
