import { FINGERPRINT_AT_MOST } from '#contract/features/sign-up/options.ts'
import type { Provider } from '#contract/provider/provider.ts'

/** Provided by an external agent's script, if one is configured. */
type ExternalAgent = {
  config?(session: Record<string, string | boolean>): void
  /** Answers null if it has no session. */
  getBase64Session(answer: (payload: unknown) => void): void
}

/** A device and browser fingerprint for the fraud rules, base64; empty if unavailable. Billing pages only. */
export function startFingerprint({ fraudAgentUrl }: Provider): Promise<string> {
  return (fraudAgentUrl ? askExternal(fraudAgentUrl) : takeOurs()).catch(() => '')
}

async function takeOurs(): Promise<string> {
  const { load } = await import('@fingerprintjs/fingerprintjs')
  const agent = await load({ monitoring: false })
  const { visitorId, components } = await agent.get()
  const { audio, canvas, webGlBasics, webGlExtensions } = components as Record<string, unknown>
  const webgl = { basics: webGlBasics, extensions: webGlExtensions }
  const prints = { audio: await digest(audio), canvas: await digest(canvas), webgl: await digest(webgl) }
  return btoa(JSON.stringify({ session: crypto.randomUUID(), device: visitorId, ...prints }))
}

/** Fingerprints are long and are only compared, so a digest is enough. */
async function digest(print: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(print ?? null))
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function askExternal(url: string): Promise<string> {
  await new Promise((loaded, failed) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = loaded
    script.onerror = failed
    document.head.append(script)
  })
  const agent = (globalThis as unknown as { seon?: ExternalAgent }).seon
  if (!agent) return ''
  agent.config?.({
    session_id: crypto.randomUUID(),
    audio_fingerprint: true,
    canvas_fingerprint: true,
    webgl_fingerprint: true,
  })
  return new Promise((resolve) => agent.getBase64Session((payload) => resolve(acceptable(payload))))
}

/** An order with any other fingerprint would be refused, and the person could never pay. */
function acceptable(payload: unknown): string {
  return typeof payload === 'string' && payload.length <= FINGERPRINT_AT_MOST ? payload : ''
}
