import * as z from 'zod/mini'
import { accountCall } from '#contract/wire/call.ts'
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
  /** `sending`: in progress. `sent`: waiting for the person to follow the link. */
  state: z.enum(['none', 'sending', 'sent', 'failed', 'verified']),
  words: z.string(),
})
export type OutgoingMailCheck = z.output<typeof check>

const signedIn = [
  { status: 401, when: 'no one is signed in' },
  { status: 403, when: 'the role of the person does not allow it' },
] as const

export const saveOutgoingMail = accountCall({
  summary: 'Save the mail server of the account and send a verification email through it',
  ...json,
  path: '/rest/account/outgoing-mail/',
  who: 'manage-settings',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
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
  refusals: [...signedIn, { status: 400, when: 'a setting is missing or not valid' }],
})

export const checkOutgoingMail = accountCall({
  summary: 'Send the verification email again, with the current settings',
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/check/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: { none: 'it repeats what was confirmed' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: check }),
  refusals: [...signedIn, { status: 404, when: 'there are no settings' }],
})

export const readOutgoingMail = accountCall({
  summary: 'Get the status of the mail server verification',
  ...read,
  errorKey: 'errors',
  path: '/rest/account/outgoing-mail/',
  who: 'see-account',
  scopes: ['account'],
  stepUp: { none: 'it only reads' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: check }),
  refusals: [signedIn[0]],
})

export const removeOutgoingMail = accountCall({
  summary: 'Delete the mail server of the account, including its password',
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/remove/',
  who: 'manage-settings',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({}),
  answer: z.object({ data: check }),
  refusals: [...signedIn],
})
