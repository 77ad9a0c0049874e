import * as z from 'zod/mini'
import { call } from '#contract/wire/call.ts'
import { form, json, read } from '#contract/wire/endpoint.ts'
import { formChecks, optionalText, text } from '#contract/wire/schema.ts'
import {
  fromAddress,
  smtpHost,
  smtpPassword,
  smtpPort,
  smtpRules,
  smtpSecurity,
  smtpUsername,
} from './fields.ts'

const check = z.object({
  /** `sending` is being tried right now, `sent` waits for the person to follow the link. */
  state: z.enum(['none', 'sending', 'sent', 'failed', 'verified']),
  words: z.string(),
})
export type OutgoingMailCheck = z.output<typeof check>

const signedIn = [
  { status: 401, when: 'nobody is signed in' },
  { status: 403, when: 'the person is not the owner of the account' },
] as const

export const saveOutgoingMail = call({
  summary: 'Save the mail server of the account and send a verification mail through it',
  ...json,
  path: '/rest/account/outgoing-mail/',
  body: z
    .object({
      host: text(smtpHost),
      port: text(smtpPort),
      security: text(smtpSecurity),
      username: optionalText(smtpUsername),
      password: optionalText(smtpPassword),
      from_address: text(fromAddress),
    })
    .check(...formChecks(smtpRules, 'once fields are right')),
  answer: z.object({ data: check }),
  refusals: [...signedIn, { status: 400, when: 'a setting is missing or cannot be one' }],
})

export const checkOutgoingMail = call({
  summary: 'Send the verification mail once more, with the settings as they are',
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/check/',
  body: z.object({}),
  answer: z.object({ data: check }),
  refusals: [...signedIn, { status: 404, when: 'there are no settings' }],
})

export const readOutgoingMail = call({
  summary: 'How the verification of the mail server stands',
  ...read,
  errorKey: 'errors',
  path: '/rest/account/outgoing-mail/',
  body: z.object({}),
  answer: z.object({ data: check }),
  refusals: [signedIn[0]],
})

export const removeOutgoingMail = call({
  summary: 'Forget the mail server of the account, its password first of all',
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/remove/',
  body: z.object({}),
  answer: z.object({ data: check }),
  refusals: [...signedIn],
})
