import { layers } from './layers.ts'
import { noSteeringByText } from './no-steering-by-text.ts'

/** The lint rules that are specific to this project. */
export default {
  meta: { name: 'voleio' },
  rules: { layers, 'no-steering-by-text': noSteeringByText },
}
