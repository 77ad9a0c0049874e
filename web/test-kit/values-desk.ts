import type { DeskPageValues } from '#contract/desk/desk-page-values.ts'
import type { PartnerRow } from '#contract/desk/partners.ts'

const AT = '2026-03-17T09:30:00.000Z'

export const samplePartner: PartnerRow = {
  id: 'mailer',
  name: 'Mailer',
  isConfidential: true,
  requiresPkce: false,
  redirectUris: ['https://mailer.example/callback'],
  scopes: ['profile', 'leads'],
  defaultScope: 'profile',
  createdAt: AT,
  disabledAt: null,
  people: 12,
  hasMorePeople: false,
  secrets: 1,
}

/** The values of desk pages, with one row in each list. */
export const deskValues = {
  settings: {
    texts: {
      'login-message': { text: 'Welcome!', normal: 'Welcome!' },
      'system-status': { text: 'Slow', normal: 'Normal' },
    },
    webinars: {
      slots: [
        {
          slot: 'morning',
          isActive: true,
          isScheduled: false,
          nextStart: AT,
          override: { isActive: true, until: null },
        },
      ],
    },
    prices: {
      current: { single: 8900, triple: 13900, lead: 1000 },
      coming: [{ from: '2030-01-01T00:00:00.000Z', prices: { single: 9550, triple: 13900, lead: 1000 } }],
    },
    blocks: {
      rows: [
        {
          id: 5,
          kind: 'address',
          value: '192.0.2.0/24',
          until: '2030-01-01T00:00:00.000Z',
          since: AT,
          reason: 'Many stolen cards',
          by: 'operator:mona@example.com',
        },
      ],
      isCut: false,
    },
  },
  partners: { rows: [samplePartner], after: '', hasMore: false },
  feed: {
    endpoints: [
      {
        id: 3,
        url: 'https://dialer.example.com/events',
        state: 'failing',
        sentThrough: 40,
        behind: 2,
        accountsWaiting: 1,
        hasMoreWaiting: false,
        missedAt: null,
        failingSince: AT,
        lastError: 'Status 503',
        lastTakenAt: AT,
      },
    ],
    after: 0,
    hasMore: false,
    keys: [{ id: 5, name: 'reporting', createdAt: AT, lastUsedAt: null }],
  },
  reasons: {
    filter: { from: '2026-03-01', to: '' },
    complaint: '',
    cancellations: {
      rows: [
        {
          reference: 'R-1',
          requestedAt: AT,
          pin: '204518',
          company: 'Whitfield Realty',
          reason: 'It costs too much',
          state: 'runs to its last day',
          lastDay: '2026-04-14',
        },
      ],
      older: '5.R-1',
      isNewest: true,
    },
    feedback: {
      rows: [
        {
          id: 2,
          at: AT,
          pin: '999999',
          company: null,
          reason: 'Something is missing',
          missing: 'Maps',
          wouldReturn: 'Perhaps',
        },
      ],
      older: null,
      isNewest: false,
    },
  },
  'held-sign-ups': {
    rows: [
      {
        order: 12,
        ageMinutes: 61,
        until: '2026-03-18T09:30:00.000Z',
        why: 'The card is from another country.',
        email: 'held@example.com',
        company: 'Held & Co.',
        amountCents: 14900,
        ip: '192.0.2.9',
        device: '',
        card: 'Visa ending in 9235',
        billingCountry: 'France',
        customerState: '',
      },
    ],
    isCut: false,
  },
  disputes: {
    show: 'open',
    rows: [
      {
        id: 'dp-1',
        state: 'opened',
        replyBy: '2026-03-17',
        openedOn: '2026-03-02',
        amountCents: 14900,
        lostCents: 0,
        reason: '',
        pin: '204518',
        company: 'Whitfield Realty',
      },
    ],
    next: null,
    isFirst: true,
  },
  dispute: {
    id: 'dp-1',
    gateway: 'Sandbox',
    state: 'opened',
    amountCents: 14900,
    lostCents: 0,
    reason: 'Fraudulent',
    openedOn: '2026-03-02',
    replyBy: '2026-03-20',
    closedAt: null,
    closedBy: null,
    pin: '204518',
    company: 'Whitfield Realty',
    status: 'Canceled',
    before: 'Active',
    isClosedByThis: true,
    isFraud: true,
    charge: null,
    refunds: [],
    ifWon: 'The account is Active again.',
    ifLost: 'The account stays closed.',
  },
  operators: {
    rows: [
      {
        id: 7,
        email: 'olive@example.com',
        name: 'Olive Operator',
        role: 'admin',
        createdAt: AT,
        disabledAt: null,
        hasBegun: true,
        lastSeenAt: AT,
        isYou: true,
      },
      {
        id: 8,
        email: 'kim@example.com',
        name: 'Kim Lee',
        role: 'helper',
        createdAt: AT,
        disabledAt: null,
        hasBegun: false,
        lastSeenAt: null,
        isYou: false,
      },
    ],
  },
  audit: {
    filter: { operator: '', action: 'operator-added', account: '', from: '', to: '' },
    rows: [
      {
        id: 90,
        at: AT,
        actor: 'operator:olive@example.com',
        action: 'operator-added',
        what: 'Invited an operator',
        pin: null,
        details: ['email: kim@example.com'],
        reason: 'Asked for in a meeting',
      },
    ],
    complaint: '',
    older: '89',
    isNewest: true,
    actions: ['operator-added'],
    operators: ['olive@example.com'],
  },
  access: {
    pin: '204518',
    company: 'Whitfield Realty',
    status: 'Active',
    isFree: false,
    counted: {
      valueCents: 512400,
      givenCents: 0,
      givenDayCents: 0,
      limitCents: 25000,
      limitDayCents: 250000,
    },
    fraud: null,
    againstGiving: null,
    againstEnding: 'The plan is not free.',
  },
} satisfies Partial<DeskPageValues>
