import type { EmailVideo } from '../ports/email-video.ts'

const DEADLINE_MS = 8_000
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
        const response = await fetch(partner.tokenUrl, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(DEADLINE_MS),
          headers: { accept: 'application/json' },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            client_id: partner.clientId,
            client_secret: partner.clientSecret,
            redirect_uri: partner.redirectUri,
          }),
        })
        const text = await response.text()
        if (response.ok) return linkedBy(text)
        return response.status === 400 || response.status === 401 ? { kind: 'refused' } : { kind: 'away' }
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
