import { Link, type LinkProps } from 'react-router-dom'
import { buttonLook, type ButtonLook } from './button-look'

/** A link that looks like a button. In a file of its own, because pages without a router download Button. */
export function ButtonLink({ tone, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link className={buttonLook({ tone, size, className })} {...rest} />
}
