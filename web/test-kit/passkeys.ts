import { vi } from 'vitest'

/** What the server answers before the browser creates a passkey. */
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
