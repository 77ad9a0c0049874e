import type { Wrong } from '#server/identity/failed-sign-ins.ts'

export function signInText(isNewDevice: boolean): string {
  return isNewDevice ? 'Signed in on a new device' : 'Signed in'
}

export const failureTexts: Record<Wrong, string> = {
  password: 'Gave a wrong password',
  code: 'Gave a wrong verification code',
  confirmation: 'Gave a wrong password while signed in',
}
