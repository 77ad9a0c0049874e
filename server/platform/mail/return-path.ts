import { createHmac } from 'node:crypto'
import { isSameText } from '#server/platform/secret-tokens.ts'

const TAG_CHARACTERS = 20

/**
 * The envelope sender identifies the mail (VERP): whatever bounces to this address is about this mail, and
 * cannot be forged. Only lower-case letters and digits, because mail servers may change the case.
 */
export function returnPathOf(mailId: number, bouncesTo: string, secrets: readonly string[]): string {
  const at = bouncesTo.lastIndexOf('@')
  return `${bouncesTo.slice(0, at)}+${mailId}-${tagOf(mailId, secrets[0] ?? '')}${bouncesTo.slice(at)}`
}

/** The mail that an address identifies, if the tag is one of ours. */
export function mailNamedBy(address: string, secrets: readonly string[]): number | undefined {
  const [, id = '', tag = ''] = /\+(\d{1,15})-([0-9a-f]{20})@/i.exec(address) ?? []
  if (id === '') return undefined
  const mailId = Number(id)
  const lowered = tag.toLowerCase()
  return secrets.some((secret) => isSameText(tagOf(mailId, secret), lowered)) ? mailId : undefined
}

function tagOf(mailId: number, secret: string): string {
  return createHmac('sha256', secret)
    .update(`mail-return-path\n${mailId}`)
    .digest('hex')
    .slice(0, TAG_CHARACTERS)
}
