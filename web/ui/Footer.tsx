import type { Provider } from '#contract/provider/provider.ts'

/** The year of the request: server and browser must agree on New Year's Eve. */
export function Footer({ provider, now }: { provider: Provider; now: string }) {
  const { terms, privacy } = provider.links
  return (
    <footer className="foot">
      <span>{`© ${now.slice(0, 4)} ${provider.copyrightHolder}`}</span>
      <span>
        <a href={terms}>Terms</a> · <a href={privacy}>Privacy</a>
      </span>
    </footer>
  )
}
