import type { Page } from '@playwright/test'
import { expect, open } from './visitor.ts'

/** Chromium's virtual authenticator: a device with a screen lock that answers every request at once. */
export type VirtualAuthenticator = {
  credentialIds(): Promise<string[]>
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async credentialIds() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => credentialId)
    },
  }
}

export const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

/** Adds a passkey on its page, in the signed-in account. */
export async function addPasskey(page: Page) {
  await open(page, '/account/security/passkeys/')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'was added' })).toBeVisible()
}

/** Signs out without a trace except the device cookie, which identifies the device. */
export async function signOut(page: Page) {
  await page.context().clearCookies({ name: /^(?!device$)/ })
}
