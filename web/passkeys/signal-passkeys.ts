import type { AcceptedPasskeys } from '#contract/features/passkeys.ts'

type Signals = {
  signalUnknownCredential?(unknown: { rpId: string; credentialId: string }): Promise<void>
  signalAllAcceptedCredentials?(accepted: AcceptedPasskeys): Promise<void>
}

const signals = () => globalThis.PublicKeyCredential as Signals | undefined

/** Tells the browser that a passkey does not work here, so that it is no longer offered. */
export function signalUnknownPasskey(rpId: string, credentialId: string): void {
  signals()
    ?.signalUnknownCredential?.({ rpId, credentialId })
    .catch(() => {})
}

/** Tells the browser which passkeys of a person still work. */
export function signalAcceptedPasskeys(accepted: AcceptedPasskeys): void {
  signals()
    ?.signalAllAcceptedCredentials?.(accepted)
    .catch(() => {})
}
