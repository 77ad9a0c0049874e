import type { SmallFault } from './fault.ts'

const open = 'server/features/public'

export const faults: SmallFault[] = [
  {
    name: 'Feedback from one network is not limited',
    file: `${open}/feedback/feedback.ts`,
    from: "{ name: 'feedback:place', tries: 20,",
    to: "{ name: 'feedback:place', tries: 2000,",
    noticedBy: [`${open}/feedback/feedback.test.ts`],
  },
  {
    name: 'The length of an answer tells how many passwords were breached',
    file: `${open}/breached-passwords/breached-passwords.ts`,
    from: ".padEnd(length, '0')",
    to: ".padEnd(length / length, '0')",
    noticedBy: [`${open}/breached-passwords/breached-passwords.test.ts`],
  },
  {
    name: 'The link of an earlier check confirms new mail settings',
    file: `${open}/smtp-confirmation/smtp-confirmation.ts`,
    from: "and l.account_id = s.account_id and l.subject->>'checkKey' = s.check_key",
    to: 'and l.account_id = s.account_id',
    noticedBy: ['server/features/account/outgoing-mail/outgoing-mail.test.ts'],
  },
  {
    name: 'A training that was overridden for a day stays so',
    file: `${open}/webinars/webinars.ts`,
    from: 'where until is null or until > ${now}',
    to: 'where until is null or until <> ${now}',
    noticedBy: [`${open}/webinars/webinars.test.ts`],
  },
  {
    name: 'The demo receiver takes an old event for the newest',
    file: 'server/features/dev/demo-provider/receiver.ts',
    from: 'if (known && known.sequence >= event.sequence) return 204',
    to: 'if (known && known.sequence > event.sequence + 1) return 204',
    noticedBy: ['server/features/dev/demo-provider/demo-provider.test.ts'],
  },
  {
    name: 'A script in a mail runs in the mailbox',
    file: 'server/features/dev/mailbox/mailbox.ts',
    from: 'sandbox allow-popups allow-top-navigation-by-user-activation;',
    to: 'sandbox allow-scripts allow-popups allow-top-navigation-by-user-activation;',
    noticedBy: ['server/features/dev/mailbox/mailbox.test.ts'],
  },
]
