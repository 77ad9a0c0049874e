import type { ReactNode } from 'react'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { SitePageProps } from '../page-props.ts'
import type { PageText } from '../page-text.ts'
import { Facts } from '../parts/Facts.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { type TextPageName, textsOf } from '../texts.ts'

/** Every text-only page of the sample site. */
export function TextPage({ page, provider, now }: SitePageProps) {
  const {
    heading,
    lede,
    look = 'prose',
    texts,
    buttons,
    note,
    panel,
  } = textsOf(provider)[page as TextPageName]
  const Look = looks[look]
  return (
    <Layout provider={provider} now={now} wide panel={<TextPanel panel={panel} />}>
      <h1>{heading}</h1>
      <p className="lede">{lede}</p>
      <div className={`site-band site-${look}`}>
        {Object.entries(texts).map(([title, text], index) => (
          <Look key={title} title={title} index={index}>
            {typeof text === 'string' ? (
              text
            ) : (
              <>
                {text.text} <a href={text.href}>{text.link}</a>
              </>
            )}
          </Look>
        ))}
      </div>
      {buttons && (
        <p className="cluster site-band">
          {Object.entries(buttons).map(([label, href], index) => (
            <LinkButton key={label} href={href} look={index === 0 ? 'primary' : 'ghost'}>
              {label}
            </LinkButton>
          ))}
        </p>
      )}
      <p className="site-sample">
        <b>Sample page.</b> {note}
      </p>
    </Layout>
  )
}

type LookProps = { title: string; index: number; children: ReactNode }

const looks = {
  prose: ({ title, children }: LookProps) => (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  ),
  tiles: ({ title, children }: LookProps) => (
    <section className="tile">
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  ),
  /** They expand without a script. */
  questions: ({ title, index, children }: LookProps) => (
    <details open={index === 0}>
      <summary>{title}</summary>
      <p>{children}</p>
    </details>
  ),
}

function TextPanel({ panel: { heading, text, points, facts } }: Pick<PageText, 'panel'>) {
  return (
    <Panel>
      <h2>{heading}</h2>
      {text && <p>{text}</p>}
      {points && <Points points={points} />}
      {facts && <Facts facts={facts} />}
    </Panel>
  )
}
