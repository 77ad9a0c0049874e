import type { Deps } from '../../deps.ts'
import { type Client, findClient, isSecretOf } from '../../identity/clients.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { refuseOAuth } from './refuse-oauth.ts'

type Shown = { client_id: string; client_secret: string }

/** Who asks, proven by a secret in the header or the body; a public partner only names itself. */
export async function proveClient(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: Shown,
  authorization: string,
): Promise<Client | Refused> {
  const shown = shownBy(body, authorization)
  if (!shown)
    return refuseOAuth('invalid_request', 'Show the client in the header or in the body, not two of them.')
  const unproven = refuse('unproven-partner', {
    also: { error: 'invalid_client' },
    challenge: `Basic realm="${config.publicUrl}"`,
  })
  const client = shown.client_id === '' ? undefined : await findClient(db, shown.client_id)
  if (!client || client.isShutOut) return unproven
  if (!client.isConfidential) return shown.client_secret === '' ? client : unproven
  return (await isSecretOf(db, client.id, shown.client_secret, clock.now())) ? client : unproven
}

/** Undefined where header and body name two clients. Many programs name the same one twice. */
function shownBy(body: Shown, authorization: string): Shown | undefined {
  const basic = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)?.[1]
  if (basic === undefined) return body
  const text = Buffer.from(basic, 'base64').toString('utf8')
  const cut = text.indexOf(':')
  const header = {
    client_id: formDecoded(text.slice(0, cut)),
    client_secret: formDecoded(text.slice(cut + 1)),
  }
  if (cut < 0 || /\0/.test(text)) return { client_id: '', client_secret: '' }
  return body.client_id === '' || body.client_id === header.client_id ? header : undefined
}

/** RFC 6749, 2.3.1: both halves of the header are form-encoded. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
