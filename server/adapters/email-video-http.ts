import { postTo } from '#server/platform/post-to.ts'
import type { EmailVideo } from '../ports/email-video.ts'

const DEADLINE_MS = 8_000
const BODY_ENDS_WITHIN_MS = 2_000
const ANSWER_AT_MOST_CHARACTERS = 20_000

/** Exchanges an OAuth authorization code: a form post to the token URL, with a JSON response. */
export function openEmailVideo(partner: {
  tokenUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
}): EmailVideo {
  return {
    async exchange(code) {
      try {
        const { status, text } = await postTo(partner.tokenUrl, {
          withinMs: DEADLINE_MS,
          bodyWithinMs: BODY_ENDS_WITHIN_MS,
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            client_id: partner.clientId,
            client_secret: partner.clientSecret,
            redirect_uri: partner.redirectUri,
          }).toString(),
        })
        if (status >= 200 && status < 300) return linkedBy(text ?? '')
        return status === 400 || status === 401 ? { kind: 'refused' } : { kind: 'away' }
      } catch {
        return { kind: 'away' }
      }
    },
  }
}

/** A response without a token is not a success. */
function linkedBy(text: string): Awaited<ReturnType<EmailVideo['exchange']>> {
  if (text.length > ANSWER_AT_MOST_CHARACTERS) return { kind: 'away' }
  const grant: unknown = JSON.parse(text)
  const hasToken = typeof grant === 'object' && grant !== null && 'access_token' in grant
  return hasToken ? { kind: 'linked', grant: grant as Record<string, unknown> } : { kind: 'away' }
}
