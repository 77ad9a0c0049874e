import type { DeskPermission } from './desk-roles.ts'

/** What each call needs. `before-sign-in`: it is made by people who are not signed in yet. */
export const deskCallPermissions: Record<string, DeskPermission | 'before-sign-in'> = {
  'POST /desk/api/sign-in/': 'before-sign-in',
  'POST /desk/api/second-step/': 'before-sign-in',
  'POST /desk/api/second-step/passkey/start/': 'before-sign-in',
  'POST /desk/api/second-step/passkey/': 'before-sign-in',
  'POST /desk/api/start/:linkToken/': 'before-sign-in',
  'POST /desk/api/sign-out/': 'before-sign-in',
  'POST /desk/api/me/passkeys/start/': 'read',
  'POST /desk/api/me/passkeys/': 'read',
  'POST /desk/api/me/passkeys/remove/': 'read',
  'POST /desk/api/me/sessions/end/': 'read',
  'POST /desk/api/see-as/': 'help',
  'GET /desk/api/see-as/': 'help',
  'POST /desk/api/see-as/end/': 'help',
}
