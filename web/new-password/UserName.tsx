/**
 * Tells password managers whose password a form is about. They ignore inputs of type `hidden`, and would take
 * the text before the password instead. Without a name, it is not sent.
 */
export function UserName({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
