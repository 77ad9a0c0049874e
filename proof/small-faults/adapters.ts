import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'A mail server inside our network can be probed',
    file: 'server/adapters/public-ip.ts',
    from: "  ['172.16.0.0', 12],",
    to: "  ['172.16.0.0', 16],",
    noticedBy: ['server/adapters/outgoing-mail.test.ts'],
  },
  {
    name: 'The password of a mail server is sent without encryption',
    file: 'server/adapters/outgoing-mail-smtp.ts',
    from: "requireTLS: server.security === 'starttls',",
    to: "requireTLS: server.security === 'tls',",
    noticedBy: ['server/adapters/outgoing-mail.test.ts'],
  },
  {
    name: 'A part of a charge can be refunded more than once',
    file: 'server/adapters/payments-sandbox.ts',
    from: 'given + amount > charge.amount',
    to: 'amount > charge.amount && given >= 0',
    noticedBy: ['server/adapters/payments.test.ts'],
  },
  {
    name: 'An amount goes to the gateway in cents instead of dollars',
    file: 'server/adapters/payments-braintree.ts',
    from: '          amount: centsToDollars(amount).toFixed(2),\n          paymentMethodToken',
    to: '          amount: amount.toFixed(2),\n          paymentMethodToken',
    noticedBy: ['server/adapters/payments.test.ts'],
  },
  {
    name: 'A refund made on the pages of the gateway counts as the charge',
    file: 'server/adapters/payments-braintree.ts',
    from: '.filter(({ refundedTransactionId }) => !refundedTransactionId)',
    to: '.filter(({ refundedTransactionId }) => refundedTransactionId !== key)',
    noticedBy: ['server/adapters/payments.test.ts'],
  },
  {
    name: 'A notice about a refund of a negative amount is taken',
    file: 'server/adapters/gateway-notice.ts',
    from: 'z.int().check(z.gte(0),',
    to: 'z.int().check(z.gte(-CENTS_AT_MOST),',
    noticedBy: ['server/features/background/gateway-notices/gateway-notices.test.ts'],
  },
  {
    name: 'A card from abroad is refused at its first decline',
    file: 'server/adapters/fraud-rules.ts',
    from: 'country !== undefined && country !== cardCountry',
    to: 'country !== undefined && country === cardCountry',
    noticedBy: ['server/features/visitors/sign-up/carding.test.ts'],
  },
  {
    name: 'Declines of one card are not counted across networks',
    file: 'server/adapters/fraud-rules.ts',
    from: "declines('card', 'declines of one card', declinesPerCard, card),",
    to: "declines('card', 'declines of one card', declinesPerCard, `${card} ${address}`),",
    noticedBy: ['server/features/visitors/sign-up/carding.test.ts'],
  },
  {
    name: 'The email-video partner that is away counts as one that refused',
    file: 'server/adapters/email-video-http.ts',
    from: "status === 400 || status === 401 ? { kind: 'refused' }",
    to: "status >= 400 ? { kind: 'refused' }",
    noticedBy: ['server/features/partners/email-video/email-video.test.ts'],
  },
]
