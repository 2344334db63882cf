import { paths } from '@/core/paths'
import { PublicStudentView } from '@/public-student/public-student'
import { SAMPLE } from '@/public-student/sample'
import { Badge } from '@/ui/badge'
import { buttonLook } from '@/ui/button-look'
import { ErrorBoundary } from './error-boundary'

/** What exemplo.html renders: the page of a sample student, with a button for the coach who looks at it to sign up. */
export const SampleApp = () => (
  <ErrorBoundary>
    <PublicStudentView
      {...SAMPLE}
      sample={{
        badge: <Badge className="bg-ball! text-ball-ink!">Exemplo</Badge>,
        action: (
          <a
            href={paths.login.href({ tab: 'signup' })}
            className={buttonLook({ tone: 'main', className: 'md:max-w-sm' })}
          >
            Criar a página dos meus alunos
          </a>
        ),
      }}
    />
  </ErrorBoundary>
)
