import type { SmallFault } from './fault.ts'

const folder = 'server/features/visitors/sign-up'

export const faults: SmallFault[] = [
  {
    name: 'A security answer is stored as typed, with its capitals',
    file: `${folder}/form.ts`,
    from: 'answer.trim().toLowerCase()',
    to: 'answer.trim()',
    noticedBy: [`${folder}/sign-up.test.ts`],
  },
  {
    name: 'A customer of the new wizard gets the default time zone instead of that of the state',
    file: `${folder}/form.ts`,
    from: 'timeZone: region?.timeZone ?? DEFAULT_TIME_ZONE',
    to: 'timeZone: DEFAULT_TIME_ZONE',
    noticedBy: [`${folder}/sign-up.test.ts`],
  },
  {
    name: 'A Canadian customer is stored as one of the United States',
    file: `${folder}/form.ts`,
    from: 'country: region?.country ?? DEFAULT_COUNTRY',
    to: 'country: DEFAULT_COUNTRY',
    noticedBy: ['server/tests/sales-countries.test.ts', `${folder}/sign-up.test.ts`],
  },
  {
    name: 'An order is charged although the page showed a lower total',
    file: `${folder}/form.ts`,
    from: 'dollarsToCents(shownDollars) === total',
    to: 'dollarsToCents(shownDollars) <= total',
    noticedBy: [`${folder}/amounts.test.ts`, `${folder}/sign-up.test.ts`],
  },
  {
    name: 'Call-me and Mojo Voice can be bought together',
    file: `${folder}/form.ts`,
    from: 'quantities.mojovoice > 0 &&',
    to: 'quantities.mojovoice > 1 &&',
    noticedBy: [`${folder}/add-ons.test.ts`, `${folder}/legacy.test.ts`],
  },
  {
    name: 'An email of an ended account is free at once',
    file: `${folder}/email-in-use.ts`,
    from: '> ${later(now, -REACTIVATE_WITHIN_DAYS * DAY)})',
    to: '> ${later(now, REACTIVATE_WITHIN_DAYS * DAY)})',
    noticedBy: [`${folder}/signing-up-again.test.ts`],
  },
  {
    name: 'An account that was closed for fraud does not reserve its email',
    file: `${folder}/email-in-use.ts`,
    from: '(a.fraud_marked_at is not null or',
    to: '(',
    noticedBy: [`${folder}/signing-up-again.test.ts`, `${folder}/sign-up.test.ts`],
  },
  {
    name: 'A visitor is warned about their own unfinished sign-up',
    file: `${folder}/email-in-use.ts`,
    from: 'if (unfinished && !isOwn)',
    to: 'if (unfinished && isOwn !== undefined)',
    noticedBy: [`${folder}/resume.test.ts`, `${folder}/sign-up.test.ts`],
  },
  {
    name: 'Another visitor learns of the order of an email',
    file: `${folder}/email-in-use.ts`,
    from: 'where o.visitor_hash = ${visitorHash} and o.email_key',
    to: 'where ${visitorHash}::bytea is not null and o.email_key',
    noticedBy: [`${folder}/order-keys.test.ts`, `${folder}/sign-up.test.ts`],
  },
  {
    name: 'The billing address is the address of the company even if another was typed',
    file: `${folder}/form.ts`,
    from: 'postalCode: same ? form.zip_code : form.postal_code',
    to: 'postalCode: form.zip_code',
    noticedBy: [`${folder}/sign-up.test.ts`],
  },
  {
    name: 'A resume link stays open to the visitor who saved the form, not to the one who opened it',
    file: `${folder}/unfinished.ts`,
    from: 'update unfinished_sign_ups set visitor_hash = ${visitorHash} where',
    to: 'update unfinished_sign_ups set visitor_hash = coalesce(visitor_hash, ${visitorHash}) where',
    noticedBy: [`${folder}/resume.test.ts`],
  },
  {
    name: 'Resume mails for one email are not limited',
    file: `${folder}/resume.ts`,
    from: "{ name: 'resume:email', tries: 4,",
    to: "{ name: 'resume:email', tries: 400,",
    noticedBy: [`${folder}/resume.test.ts`],
  },
  {
    name: 'A held sign-up is told as one that is being confirmed, without the review',
    file: `${folder}/email-in-use.ts`,
    from: "? { status: 'confirming', review: true } :",
    to: "? { status: 'confirming' } :",
    noticedBy: [`${folder}/held.test.ts`],
  },
  {
    name: 'A held sign-up that was paid since is still shown as refused',
    file: `${folder}/review.ts`,
    from: "return isPaidSince ? 'paid' : endOf(state, isExpired)",
    to: "return isPaidSince && isExpired ? 'paid' : endOf(state, isExpired)",
    noticedBy: [`${folder}/review.test.ts`],
  },
]
