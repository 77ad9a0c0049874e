/**
 * Every sentence that a rule or a call may say, once: the page and the server take it from here, by
 * `import * as messages`. They stand in one file for each subject, so that a page carries only its own.
 */
export * from './messages/outgoing-mail.ts'
export * from './messages/partners.ts'
export * from './messages/payment.ts'
export * from './messages/people.ts'
export * from './messages/rules.ts'
export * from './messages/server.ts'
export * from './messages/sign-in.ts'
export * from './messages/sign-up.ts'
