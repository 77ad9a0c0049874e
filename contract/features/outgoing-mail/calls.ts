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

export const saveOutgoingMail = accountCall({
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
})

export const checkOutgoingMail = accountCall({
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/check/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: { none: 'it repeats what was confirmed' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: check }),
})

export const readOutgoingMail = accountCall({
  ...read,
  errorKey: 'errors',
  path: '/rest/account/outgoing-mail/',
  who: 'see-account',
  scopes: ['account'],
  stepUp: { none: 'it only reads' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: check }),
})

export const removeOutgoingMail = accountCall({
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/remove/',
  who: 'manage-settings',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({}),
  answer: z.object({ data: check }),
})
