import { DEMO_TOTP_SECRET, PASSWORD } from './sample-operators.ts'

type Urls = { publicUrl: string; desk: { url: string } | undefined }

/** What to try, printed by the start of the demo. */
export function describeDemo({ publicUrl, desk }: Urls): string {
  const column = (text: string) => text.padEnd(publicUrl.length + 17)
  const page = (path: string) => column(publicUrl + path)
  const operators = [
    '  Operators operator@example.com (admin), money@example.com, helper@example.com, reader@example.com, with a',
    `            code from "npm run admin -- operator demo-code" or an app with the key ${DEMO_TOTP_SECRET}`,
  ]
  return [
    '',
    `  Pricing   ${page('/site/pricing/')}  Mailbox   ${publicUrl}/dev/mailbox/`,
    `  Partner   ${page('/demo/partner/')}  Charges   ${publicUrl}/dev/charges/`,
    `  Provider  ${page('/demo/provider/')}  API       ${publicUrl}/openapi/`,
    `  Desk      ${column(desk ? `${desk.url}/desk/` : 'off')}  Commands  npm run admin -- help`,
    '',
    `  Everyone's password is ${PASSWORD}.`,
    '  People    agent@example.com (active), team@example.com (active, past_due, free signup agent),',
    '            pending@example.com, pastdue@example.com, canceled@example.com, fraud@example.com (in that state),',
    '            unfinished@example.com (an unfinished sign-up, not an account yet)',
    ...(desk ? operators : []),
    ...describeTestCards(),
    `  Partners  demo-partner (redirect URI ${publicUrl}/demo/partner/callback) and zapier`,
  ].join('\n')
}

/** The cards of the sandbox gateway, wherever it is used. */
export function describeTestCards(): string[] {
  return [
    '  Cards     4111-1111-1111-1111 approved             4000-0000-0000-0002 declined',
    '            4000-0000-0000-9995 insufficient funds   4000-0000-0000-0119 times out after the charge',
    '            4000-0000-0000-0341 declined at renewal  4000-0000-0000-9235 held for review at sign-up',
    '            4000-0000-0000-0358 short at renewal     4000-0000-0000-0366 closed at renewal',
    '            4000-0000-0000-0416 expired at renewal   4000-0000-0000-0432 bank busy at renewal',
  ]
}
