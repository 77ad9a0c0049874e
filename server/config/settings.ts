/** A setting: its meaning and its default. docs/settings.md is generated from this (`npm run settings`). */
type Described = readonly [meaning: string, without: string]

export const settings = {
  'Server and database': {
    PORT: ['where it listens', '3000'],
    HOST: ['the address it listens on', '127.0.0.1'],
    PUBLIC_URL: [
      'the URL in mails and redirects, and the only origin that may post: scheme and host, without a path',
      '`http://localhost:PORT`',
    ],
    DATABASE_URL: [
      'PostgreSQL, in UTF8 and owned by its user; any number of instances may share it. See TLS below',
      'the embedded database',
    ],
    DATABASE_TLS: [
      '`off` if the network to the database is trusted: then `sslmode` in the URL decides',
      'required',
    ],
    DATABASE_POOL: ['connections per instance', '10'],
    DATA_DIR: ['folder of the embedded database, readable only by its user (0700, files 0600)', '`.data`'],
    SECRETS: [
      'at least 32 characters, the same for all instances; several, with commas, while [rotating](deploy.md#rotating-secrets). Production requires it',
      'one per data folder; for a trial on PostgreSQL one in its table `own_secret`: add it after yours when you set `SECRETS`',
    ],
    TRUST_PROXY: ['how many proxies are in front; production requires it, even 0', '0'],
    JOBS: ['`elsewhere` if `npm run worker` runs the jobs, which needs PostgreSQL', '`here`'],
    METRICS_TOKEN: ['bearer token of `/metrics`, at least 32 characters. See Metrics below', ''],
    LOG_LEVEL: ['fatal, error, warn, info, debug, silent', 'info'],
    PASSWORD_HASHES_AT_ONCE: ['password hashes that run at once', 'the number of cores'],
    PASSWORD_HASHES_WAITING: ['password hashes that may wait; beyond, 503', '64'],
  },
  "The operators' desk": {
    DESK_PORT: [
      'where the desk listens, or `off`',
      '`PORT` + 1; with PostgreSQL off, and each start says what cannot be done without it',
    ],
    DESK_HOST: ['the address it listens on', '127.0.0.1'],
    DESK_URL: [
      'where operators reach it, without a path, at another origin than `PUBLIC_URL`; https unless everything is on this machine',
      '`http://localhost:DESK_PORT`',
    ],
    DESK_TRUST_PROXY: ['how many proxies are in front of it; an https `DESK_URL` requires it, even 0', '0'],
    DESK_REFUND_LIMIT: [
      'dollars that one operator may give on one account in 24 hours; above, a second operator has to agree',
      '250',
    ],
    DESK_REFUND_LIMIT_DAY: ['the same for all accounts together', '2500'],
  },
  Mail: {
    SMTP_URL: [
      '`smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. Percent-encode special characters of the password',
      'mails are kept: in the demo at `/dev/mailbox/`; a trial on PostgreSQL says that nobody gets them',
    ],
    MAIL_FROM: [
      'the sender: `no-reply@example.com` or `Front desk <no-reply@example.com>`; production requires it',
      '`Front desk <no-reply@localhost>`',
    ],
    SMTP_TLS: ['`off` to send also through a remote server that offers no TLS', 'required'],
    MAIL_BOUNCES_TO: [
      'where mails that bounce are sent, such as `bounces@example.com`; the id of the mail is added before the @',
      'only what the mail server refuses at once is known',
    ],
    MAIL_WEBHOOK_SECRET: [
      "the mail provider's `whsec_…` secret for `POST /rest/mail/bounces/`; several, with commas, while one is replaced",
      'no such URL',
    ],
  },
  'Payments and provisioning': {
    BRAINTREE_MERCHANT_ID: ['the gateway', 'the built-in sandbox'],
    BRAINTREE_PUBLIC_KEY: ['required with it', ''],
    BRAINTREE_PRIVATE_KEY: ['required with it', ''],
    BRAINTREE_ENVIRONMENT: ['`production`, or `sandbox`, which production refuses', '`production`'],
    SANDBOX_PAYMENTS: [
      '`yes` allows the built-in sandbox, which takes no money, on PostgreSQL; refused in production and beside Braintree',
      'no',
    ],
    SETUP_WEBHOOK_URL: [
      "the provider's URL that sets up a paid account: https unless on this machine, no redirects, with its last slash if it has one. Production starts without it and says so",
      'accounts become ready by themselves',
    ],
    SETUP_WEBHOOK_SECRET: ['signs that call; at least 32 characters, required with it', ''],
    SETUP_SECONDS: ['how long the set-up takes without a webhook', '20'],
    TERMS_VERSION: [
      'stored with every order as proof of what was agreed; production starts without it and says so',
      '`2026-11-01`',
    ],
    SETTLE_SECONDS: [
      'when the gateway is asked about an order without an answer; at least 35 with Braintree',
      '45',
    ],
    DECLINES_PER_CARD: ['declined payments with one card in an hour, before its payments are refused', '4'],
    DECLINES_PER_DEVICE: ['the same for one device', '6'],
    DECLINES_PER_ADDRESS: ['the same for one IP address (IPv6: one /64)', '12'],
    SIGN_UPS_PER_DEVICE_AND_DAY: ['approved sign-ups on one device in a day', '5'],
    SIGN_UPS_PER_ADDRESS_AND_DAY: [
      'approved sign-ups from one IP address in a day; raise it for a training in a large office',
      '100',
    ],
  },
  'Provider, pages and sign-up': {
    BRAND_NAME: ['the name of the provider, on pages and in mails', 'a name without a brand'],
    COPYRIGHT_HOLDER: ['who is named in the footer', '`BRAND_NAME`'],
    TOLL_FREE_NUMBER: ['where people call; production starts with the sample and says so', 'a sample number'],
    SALES_COUNTRIES: ['where the service is sold: `US`, `CA` or both, with a comma; nothing else', 'US,CA'],
    SIGN_UP_WIZARD: [
      '`auto`, `new` or `legacy`; a sign-up resumed by its link opens in its own wizard',
      'auto',
    ],
    SIGN_UP_STEP_THREE: ['`choices` or `licences`', 'choices'],
    SHOW_SKIP_TRACER_POPUP: ['a coverage popup of the license variant', 'yes'],
    SHOW_NEIGHBORHOOD_SEARCH_POPUP: ['the same', 'yes'],
    SHOW_PRE_FORECLOSURE_POPUP: ['the same', 'yes'],
    DIALER_URL: ['where an active person goes after signing in', '`/account/`'],
    MARKETING_URL: ["the provider's site, without `?` and `#`", 'a sample site under `/site/`'],
    SUPPORT_URL: ['link to support', 'page of that site'],
    GETTING_STARTED_URL: ['link to a first video', 'page of that site'],
    BLOG_FEED_URL: ['JSON feed of the blog', 'that of the site'],
    TERMS_URL: ['link to the terms', 'page of that site'],
    PRIVACY_URL: ['link to the privacy policy', 'page of that site'],
    APP_STORE_URL: ['link to the companion app', 'page of that site'],
    PLAY_STORE_URL: ['the same', 'page of that site'],
    WEBINAR_MORNING_URL: ['link to the training', 'page of that site'],
    WEBINAR_AFTERNOON_URL: ['the same', 'page of that site'],
    FEEDBACK_FORM_URL: ['an external feedback form', 'our own form'],
    ANALYTICS_ID: ['analytics on the production host', ''],
    ANALYTICS_URL: [
      'where its events go; nothing is sent while one of the two is empty, and the start says so',
      '',
    ],
    AD_CONVERSION_ID: ['ads, likewise', ''],
    AD_CONVERSION_URL: ['where conversions go', ''],
    ANALYTICS_ID_ELSEWHERE: ['the identifier for every other host', ''],
    AD_CONVERSION_ID_ELSEWHERE: ['the same', ''],
    PRODUCTION_HOST: [
      'the host alone (with its port, if any) whose pages use the first set; production says if it differs from `PUBLIC_URL`',
      'that of `PUBLIC_URL`',
    ],
    FRAUD_AGENT_URL: [
      'script of an external fraud agent, run only on pages with a card form',
      'our own agent',
    ],
    EMAIL_VIDEO_TOKEN_URL: ['where the email-video partner takes its codes (https)', 'no such partner'],
    EMAIL_VIDEO_CLIENT_ID: ['our name there; required with it', ''],
    EMAIL_VIDEO_CLIENT_SECRET: ['our secret there; required with it', ''],
    EMAIL_VIDEO_NAME: ["the partner's name", 'Email video'],
    EMAIL_VIDEO_RETURN_URL: ['where a person goes once it is linked', '`/account/apps/`'],
  },
} as const satisfies Record<string, Record<string, Described>>

type NamesOf<Group> = Group extends unknown ? keyof Group : never
/** The last ones are for tests, npm and development, not for operators. */
export type SettingName =
  | NamesOf<(typeof settings)[keyof typeof settings]>
  | 'NODE_ENV'
  | 'PASSWORD_HASH_COST'
  | 'DEV_RELOAD'
  | 'npm_lifecycle_event'

/** The tables of docs/settings.md by their titles. */
export function settingTables(): { title: string; table: string }[] {
  return Object.entries(settings).map(([title, group]) => {
    const rows = Object.entries<Described>(group).map(
      ([name, cells]) => `| \`${name}\` | ${cells.join(' | ')} |`,
    )
    return { title, table: ['| setting | meaning | without it |', '| --- | --- | --- |', ...rows].join('\n') }
  })
}
