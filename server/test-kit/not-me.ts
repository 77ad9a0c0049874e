import type { AssignableRole } from '#contract/accounts/roles.ts'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { invitePerson } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import type { PageValues } from '#contract/page-values.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'
import { type SignedIn, valuesIn } from './signed-in.ts'

type State = PageValues['not-me']['state']
export type ReportDone = Extract<State, { kind: 'done' }>

export const chosen = (password: string) => ({ password, password_confirm: password })
export const tokenIn = (link: string) => link.split('/').at(-2) ?? ''

/** The newest link in a mail of this purpose. */
export async function linkIn({ db }: Harness, email: string, purpose: string, path: string): Promise<string> {
  const { plain } = await db.one<{ plain: string }>(sql`
    select plain from mails where recipient = ${email} and purpose = ${purpose} order by id desc limit 1`)
  return new RegExp(`${path}[\\w-]+/`).exec(plain)?.[0] ?? ''
}

/** Presses the button on the page of “This was not me” in the newest mail of this purpose. */
export async function pressNotMe(harness: Harness, email: string, purpose: string): Promise<State> {
  const { body } = await harness.app.inject({
    method: 'POST',
    url: await linkIn(harness, email, purpose, '/not-me/'),
    remoteAddress: freshIp(),
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: harness.config.publicUrl },
    payload: '--x\r\ncontent-disposition: form-data; name="confirm"\r\n\r\n1\r\n--x--\r\n',
  })
  harness.clock.advance(MINUTE)
  return valuesIn(body).state as State
}

/** Sets a new password with the link mailed by “This was not me”. */
export async function resetPassword(harness: Harness, email: string, password: string): Promise<number> {
  const linkToken = tokenIn(await linkIn(harness, email, 'not-me', '/password-reset/confirm/'))
  return (await send(harness, chooseNewPassword, chosen(password), { parts: { linkToken } })).status
}

/** Somebody is invited, and joins by the mail. */
export async function joins(
  harness: Harness,
  inviter: SignedIn,
  { email, role = 'user' }: { email: string; role?: AssignableRole },
): Promise<void> {
  const invited = await inviter.send(invitePerson, { email, role })
  if (invited.status !== 200) throw new Error(`${email} could not be invited: ${invited.status}`)
  const linkToken = tokenIn(await linkIn(harness, email, 'invitation', '/invitation/'))
  const joining = { full_name: 'Ada Okafor', ...chosen('password1') }
  const joined = await send(harness, join, joining, { parts: { linkToken } })
  if (joined.status !== 200) throw new Error(`${email} could not join: ${joined.status}`)
}
