import { Link, type LinkProps } from 'react-router-dom'
import { buttonLook, type ButtonLook } from './button-look'

/** A link that looks like a button. Apart from Button, which pages without a router download. */
export const ButtonLink = ({ tone, size, className, ...rest }: LinkProps & ButtonLook) => (
  <Link className={buttonLook({ tone, size, className })} {...rest} />
)
