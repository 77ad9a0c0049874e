import { vi } from 'vitest'

/** The server's answer before the browser creates a passkey. */
export const creationOptions = {
  challenge: 'AA',
  rp: { id: 'localhost', name: 'Ringwell' },
  user: { id: 'AA', name: 'dana@harbor.example', displayName: 'Dana' },
  pubKeyCredParams: [],
}

/** The browser creates a passkey at once, or refuses with this error: InvalidStateError if the device has one. */
export function createPasskeys(refusal?: string) {
  const bytes = new ArrayBuffer(1)
  const made = {
    id: 'AA',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, attestationObject: bytes },
    getClientExtensionResults: () => ({}),
  }
  return vi.spyOn(navigator.credentials, 'create').mockImplementation(async () => {
    if (refusal) throw new DOMException('', refusal)
    return made as unknown as Credential
  })
}

/** The server's answer before a passkey is used. */
export const requestOptions = { challenge: 'AA', rpId: 'localhost', allowCredentials: [] }

/** The browser returns a passkey at once, as if its dialog had been confirmed. */
export function givePasskeys() {
  const bytes = new ArrayBuffer(1)
  const confirmed = {
    id: 'AA',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  }
  return vi.spyOn(navigator.credentials, 'get').mockResolvedValue(confirmed as unknown as Credential)
}
