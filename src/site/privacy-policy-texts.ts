import { RIGHTS_LABELS } from '@/rights/texts'

/**
 * The privacy policy. Every claim must be true: a change of what is stored, sent or kept changes the sentence too.
 * `{email}` stands for the contact address in the settings.
 */

/** A paragraph, a list, or terms explained: kinds of data, recipients, rights. */
export type PolicyBlock = string | readonly string[] | Readonly<Record<string, string>>

export interface PolicySection {
  /** The section's anchor in the address. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** The name of a button or a screen, in quotation marks. */
const named = (label: keyof typeof RIGHTS_LABELS): string => `“${RIGHTS_LABELS[label]}”`

const SECTIONS: readonly PolicySection[] = [
  {
    id: 'introducao',
    title: 'Introdução',
    blocks: [
      'O Voleio é um aplicativo para professores de esportes de raquete organizarem alunos, pacotes de ' +
        'aulas, créditos e feedback. Esta política explica, como pede a Lei Geral de Proteção de Dados ' +
        'Pessoais (LGPD, Lei nº 13.709/2018), quais dados pessoais tratamos, para quê, com quem e por ' +
        'quanto tempo.',
      'Há dois papéis, e eles mudam conforme de quem são os dados:',
      {
        'Dados dos alunos':
          'O professor decide o que registra e por quê: ele é o controlador. O Voleio guarda e mostra ' +
          'esses dados por conta dele: é o operador.',
        'Dados do professor e de quem pede acesso ao beta':
          'Quem decide sobre esses dados é o próprio Voleio, que é o controlador deles.',
      },
    ],
  },
  {
    id: 'dados-coletados',
    title: 'Dados que coletamos',
    blocks: [
      {
        'Conta do professor':
          'Nome, email, telefone, esporte principal e senha. A senha só é guardada embaralhada (hash): ' +
          'ninguém consegue lê-la.',
        Clubes: 'Nome, endereço e telefone dos locais de aula, quando o professor os informa.',
        Alunos:
          'Nome, telefone, email (opcional), gênero, tipo de aluno, classe, situação e observações do ' +
          'professor. Se ele os traz de uma planilha, ela é lida no aparelho, e só é enviado o que ele ' +
          'confirma.',
        'Pacotes e créditos':
          'Número de aulas, valor, datas de início, de pagamento e de validade, extensões da validade ' +
          'com o motivo, e um extrato de cada crédito que entrou ou saiu, com a aula e, em um ajuste, o ' +
          'motivo.',
        'Pagamentos que o professor anota':
          'Valor, dia e forma do que ele recebeu ou devolveu por um pacote e, se ele escrever, o nome ' +
          'de quem pagou e uma observação. O dinheiro não passa por nós: não recebemos pagamentos nem ' +
          'pedimos cartão.',
        'PIX do professor':
          'Se ele quiser: a chave, que pode ser um CPF, e o nome e a cidade que vão no código. O código ' +
          'é montado no aparelho; o dinheiro vai direto ao professor, e não vemos se chegou. Um CPF ou ' +
          'CNPJ digitado em um recibo só sai no papel: não é guardado.',
        Mensagens:
          'Os textos que o professor prepara e, de cada mensagem que ele abre e do primeiro link de ' +
          'aluno que ele copia, para quem é, sobre o quê e quando. O que a mensagem diz não é guardado, ' +
          'e não sabemos se foi enviada.',
        Aulas:
          'Data e hora, professor, por que uma aula não aconteceu, observações da aula e, para cada ' +
          'aluno, se veio, faltou ou teve a falta justificada, nota, comentário, notas privadas do ' +
          'professor, focos do treino e clube. De uma aula apagada ficam a data, a hora, por que ela ' +
          'não aconteceu e o que os alunos avisaram antes dela, para o extrato e para que ela possa ' +
          'voltar.',
        Agenda:
          'Os horários de aula do professor (dia, hora, duração e clube), quem é esperado em cada um, ' +
          'os dias em que a aula muda ou não acontece, com o motivo, o fuso horário do aparelho e, se ' +
          'ele o gerar, o endereço secreto do calendário dele. Também os combinados que ele publica, ' +
          'quando cada aluno os leu, se o aluno disse que vem ou não a uma aula, quando, e se foi pelo ' +
          'link dele ou anotado pelo professor; e quem vem só em um dia, o horário que o professor ' +
          'ofereceu, a quem e quem o aceitou.',
        'Pedido de acesso ao beta':
          'Nome, email, telefone, país, esportes, como conheceu o Voleio e o idioma do formulário.',
        'Registros técnicos':
          'Os servidores que nos hospedam registram, como qualquer servidor, o endereço IP, o ' +
          'navegador, a data e a hora dos acessos. Para frear envios em massa do formulário do beta, ' +
          'contamos os envios de cada hora por códigos calculados a partir do endereço IP e da rede ' +
          'dele (hash), e não guardamos o endereço. O mesmo vale para o que se faz e se tenta pela ' +
          'página do aluno.',
      },
      'Não pedimos documentos, dados de saúde nem localização: um CPF ou CNPJ só é guardado se o ' +
        'professor o escolher como chave PIX. Os campos de texto são livres: pedimos ao professor que não ' +
        'escreva neles dados sensíveis.',
    ],
  },
  {
    id: 'uso',
    title: 'Como usamos os dados',
    blocks: [
      {
        'Prestar o serviço':
          'Abrir e proteger a conta, registrar aulas, contar créditos, avisar o que vence e mostrar ao ' +
          'aluno a página dele. Base legal: execução de contrato (art. 7º, V).',
        'Mandar emails da conta':
          'Confirmação do cadastro e redefinição de senha. Não mandamos propaganda por esse caminho. ' +
          'Base legal: execução de contrato (art. 7º, V).',
        'Responder a quem pede acesso ao beta':
          'Usamos o contato deixado no formulário para enviar o acesso e conversar sobre ele. Base ' +
          'legal: consentimento (art. 7º, I), que pode ser retirado a qualquer momento.',
        Segurança:
          'Evitar fraude, abuso e perda de dados, e corrigir falhas. Base legal: legítimo interesse (art. 7º, IX).',
      },
      'Os dados dos alunos são usados somente para o serviço que o professor contratou, seguindo o que ' +
        'ele registra. Não vendemos dados, não mostramos anúncios, não criamos perfis de comportamento e ' +
        'não tomamos decisões automatizadas sobre pessoas.',
    ],
  },
  {
    id: 'compartilhamento',
    title: 'Com quem compartilhamos',
    blocks: [
      {
        Supabase:
          'Provedor do banco de dados, do login e da interface por onde o aplicativo lê e grava. É onde ' +
          'ficam os dados descritos aqui, e trabalha por nossa conta.',
        'Hospedagem do site e envio de emails': 'Provedores que entregam as páginas e os emails da conta.',
        'O próprio aluno, e quem tiver o link dele':
          'A página do aluno abre sem senha para quem tem o link que o professor enviou. A seção 9 diz ' +
          'o que ela mostra.',
        'O calendário do professor, e quem tiver o endereço dele':
          'Se o professor gerar o endereço do calendário, o aplicativo em que ele o colocar (do Google, ' +
          'da Apple ou outro) lê de tempos em tempos as aulas da agenda, de 7 dias atrás a 120 dias à ' +
          'frente: o primeiro nome de quem vem e de quem avisou que não vem, o clube e o horário, e ' +
          'nada mais. O endereço abre sem senha, traz um código impossível de adivinhar e pede aos ' +
          'buscadores que não o listem. Gerar outro esvazia o anterior. O que um aplicativo já copiou ' +
          'segue as regras dele.',
        'Aplicativo de mensagens':
          'Os botões de conversa e de mensagem abrem o WhatsApp com o número de telefone do ' +
          'destinatário e, nas mensagens, com o texto pronto: quem confere e envia é o professor, de ' +
          'lá. O que for escrito ou falado lá, também com o agente do Voleio, segue ainda as regras ' +
          'daquele aplicativo.',
        Autoridades: 'Quando a lei ou uma ordem judicial obrigar.',
      },
      'Esses provedores podem guardar dados em servidores fora do Brasil. Nesse caso a transferência ' +
        'segue os artigos 33 a 36 da LGPD.',
    ],
  },
  {
    id: 'seguranca',
    title: 'Onde ficam e como protegemos',
    blocks: [
      [
        'Os dados viajam sempre cifrados (HTTPS).',
        'O próprio banco de dados confere, linha por linha, quem pergunta: um professor não alcança os dados de outro.',
        'Senhas são guardadas apenas como hash, e os links enviados por email valem por 1 hora e uma única vez.',
        'As páginas não carregam códigos de terceiros: nem anúncios, nem medição de audiência, nem fontes externas.',
      ],
      'Para funcionar na quadra, onde o sinal acaba, o aplicativo guarda uma parte dos dados no aparelho do professor:',
      {
        Login:
          'A chave de acesso da conta, para não pedir a senha a cada visita, e o nome e o email de quem entrou.',
        'Últimos dados lidos':
          'Uma cópia do que foi lido por último, para consulta sem internet: alunos, pacotes, créditos, ' +
          'pagamentos, aulas, agenda, combinados, clubes, alertas, mensagens e o perfil do professor, ' +
          'com a chave PIX. O que tem mais de 30 dias é apagado quando o aplicativo é aberto.',
        'O que espera envio':
          'Aulas, feedbacks, respostas da agenda, avisos anotados e alunos registrados sem internet, ' +
          'até chegarem ao servidor. O que foi enviado fica listado por mais um dia ou, quando há algo ' +
          'a conferir, até você limpar a lista.',
        Rascunhos:
          'O que está sendo digitado num formulário ou importado de uma planilha, enquanto a aba ' +
          'estiver aberta. A senha nunca entra nos rascunhos.',
        'Arquivos exportados':
          'Ficam onde o navegador guarda os downloads, e só você os apaga: eles têm os dados abertos, sem senha.',
        Preferências: 'Por exemplo, se o menu está recolhido. Elas não dizem nada sobre pessoas.',
      },
      'Ao sair da conta (botão “Sair”), tudo isso é apagado do aparelho, menos as preferências e os ' +
        'arquivos exportados; se algo ainda espera envio, o aplicativo avisa e pergunta antes. Quando o ' +
        'login apenas expira, os dados ficam no aparelho, e só aparecem para o mesmo professor. Quem usa ' +
        'um aparelho emprestado deve sair ao terminar.',
      'Nenhum sistema é infalível. Se um incidente puder causar risco ou dano relevante, avisaremos as ' +
        'pessoas atingidas e a Autoridade Nacional de Proteção de Dados (ANPD), como manda a lei.',
    ],
  },
  {
    id: 'direitos',
    title: 'Seus direitos pela LGPD',
    blocks: [
      'O artigo 18 da LGPD garante a toda pessoa, sobre os seus dados:',
      [
        'confirmar se são tratados e ter acesso a eles;',
        'corrigir o que está incompleto, errado ou desatualizado;',
        'pedir que sejam anonimizados, bloqueados ou eliminados quando forem desnecessários, excessivos ' +
          'ou tratados em desacordo com a lei;',
        'recebê-los para levar a outro serviço (portabilidade);',
        'eliminar o que foi tratado com consentimento, e retirar o consentimento;',
        'saber com quem foram compartilhados e o que acontece se não consentir;',
        'opor-se a um tratamento irregular e reclamar à ANPD.',
      ],
      {
        'Sou professor':
          `No próprio aplicativo, na hora e sem pedir a ninguém. Em ${named('profile')}: ver e corrigir ` +
          `os seus dados e clubes e, em ${named('account')}, levar uma cópia de tudo ` +
          `(${named('exportAll')}, como ${named('json')}, que pode ser lido por outro serviço, ou ` +
          `${named('csv')}, com um caderno que abre em qualquer navegador), trazer a cópia para uma conta ` +
          `vazia (${named('import')}) e apagar tudo (${named('close')}).`,
        'Pedidos dos seus alunos':
          `No perfil de cada aluno: ver e corrigir o cadastro e, em ${named('student')}, entregar uma ` +
          `cópia do que é só dele (${named('exportStudent')}), apagar quem é e manter as contas ` +
          `(${named('anonymize')}) ou apagar tudo o que é dele (${named('remove')}). Antes de confirmar, ` +
          'o aplicativo conta o que muda.',
        'Sou aluno':
          'Fale com o seu professor, que é o controlador: ele pode entregar a sua cópia, corrigir, ' +
          'anonimizar ou remover os seus dados na hora. Se ele não responder, escreva para {email}: ' +
          'encaminharemos o pedido e ajudaremos a atendê-lo.',
        'Não consigo entrar na minha conta': 'Escreva para {email} com o email da conta.',
        'Deixei meus dados no formulário do beta': 'Escreva para {email} com o email que informou.',
      },
      'O que nos escrevem, respondemos gratuitamente em até 15 dias. Podemos pedir algo que confirme a ' +
        'identidade de quem pede, para não entregar dados à pessoa errada.',
    ],
  },
  {
    id: 'retencao',
    title: 'Por quanto tempo guardamos',
    blocks: [
      {
        'Conta e tudo o que o professor registra': 'Enquanto a conta existir.',
        'Aluno apagado':
          'Saem na hora o cadastro, os pacotes, os pagamentos, o extrato, as presenças, o feedback, os ' +
          'alertas, o registro de mensagens abertas para ele, o lugar dele na agenda, as respostas, ' +
          'confirmações e convites dele e as aulas que eram só dele; os totais passam a ser sem ele. ' +
          'Aulas em grupo permanecem, sem ele. As observações delas são também dos outros alunos, mas ' +
          'podem citá-lo: saem se o professor assim escolher. Do aluno ficam apenas identificadores ' +
          'aleatórios, sem nome nem conteúdo, para que um envio repetido não traga de volta o que foi ' +
          'apagado, e um resumo criptográfico do link dele, para que ninguém mais receba o mesmo link. ' +
          'A data de uma aula apagada fica só enquanto o extrato de outro aluno fala dela.',
        'Aluno anonimizado':
          'Saem na hora o nome, o telefone, o email, as notas, o gênero, o tipo e a classe do cadastro, ' +
          'os comentários, as notas privadas e os focos dos feedbacks dele, os nomes dos pacotes, ' +
          'também no extrato, o nome de quem pagou e as observações dos pagamentos, os motivos de ' +
          'extensões e ajustes, os alertas, o registro de mensagens abertas para ele, o lugar dele na ' +
          'agenda, as respostas, confirmações e convites dele e as observações das aulas que foram só ' +
          'dele. As das aulas em grupo, que são também dos outros alunos e podem citá-lo, saem, a menos ' +
          'que o professor escolha mantê-las. A página dele deixa de abrir. Ficam as datas das aulas e ' +
          'as presenças, as avaliações em número, os pacotes com datas e valores, os valores e dias dos ' +
          'pagamentos, e os créditos, ligados a um identificador aleatório: as contas do professor ' +
          'continuam certas, e nada disso diz de quem eram. Não há como desfazer.',
        'Conta encerrada':
          'São eliminados na hora o login, o registro de acessos dele e todos os dados da conta, os dos ' +
          'alunos e os identificadores incluídos, e o pedido de acesso ao beta feito com o mesmo email ' +
          'confirmado. Nada disso pode ser recuperado. De cada link de aluno que deixa de existir fica ' +
          'apenas um resumo criptográfico, para que ninguém mais receba o mesmo link; ele não diz de ' +
          'quem era e não leva a ninguém. O mesmo email pode abrir uma conta nova, que começa vazia.',
        'Outros aparelhos':
          'O que já estava guardado em outro aparelho não é apagado à distância. A cópia para consulta ' +
          'sem internet é atualizada quando ele volta a ler aqueles dados, e o que tem mais de 30 dias ' +
          'é apagado quando o aplicativo é aberto nele. Para apagar tudo antes, inclusive o que ainda ' +
          'espera envio, saia da conta nesse aparelho.',
        'Pedido de acesso ao beta': 'Até o fim do programa beta, ou até você pedir que seja apagado.',
        'Freio do formulário':
          'Os códigos calculados a partir do endereço IP valem até o fim da hora e são apagados quando ' +
          'chega o primeiro envio de outra hora.',
        'Cópias de segurança':
          'O que foi apagado ainda está nas cópias de segurança do banco de dados por até 30 dias, e ' +
          'então some com elas. Elas só servem para recuperar o banco inteiro depois de uma falha; ' +
          'nesse caso, o que foi anonimizado, removido ou encerrado desde então é apagado de novo.',
        'Registros técnicos dos provedores':
          'Os provedores mantêm registros próprios, que podem conter o email e o endereço IP de quem ' +
          'usou o login. Encerrar a conta não os apaga: eles duram o prazo de cada provedor, e então se ' +
          'apagam sozinhos.',
      },
      'Podemos guardar por mais tempo somente o que a lei obrigar.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    blocks: [
      'O Voleio não usa cookies: nem próprios, nem de terceiros, nem de rastreamento. Por isso não há ' +
        'aviso de cookies para aceitar.',
      'No lugar deles, o aplicativo usa o armazenamento do navegador (localStorage, sessionStorage, ' +
        'IndexedDB e o cache do aplicativo instalado) somente para o que a seção 5 descreve. A página ' +
        'inicial não guarda dados de quem a visita, e a do aluno, no aparelho, só quais conquistas já ' +
        'mostrou; a imagem de “Compartilhar” é desenhada no aparelho, e só quem a vê decide enviá-la; o ' +
        'formulário do beta guarda o que está sendo digitado somente na aba aberta, até o envio.',
    ],
  },
  {
    id: 'dados-de-alunos',
    title: 'Dados de alunos, registrados pelo professor',
    blocks: [
      'Ao cadastrar alunos, o professor se compromete a:',
      [
        'ter uma base legal para tratar os dados deles e avisá-los de que usa o Voleio;',
        'registrar só o que as aulas precisam;',
        'atender aos pedidos que os alunos fizerem sobre os próprios dados, com o que a seção 6 descreve;',
        'cuidar dos arquivos que exportar, e não os enviar a quem não deve vê-los;',
        'enviar o link da página do aluno somente a ele, e guardar para si o endereço do calendário.',
      ],
      {
        'O que a página do aluno mostra':
          'Nome, gênero, classe, créditos, pacotes (nome, aulas, data de compra, validade e situação), ' +
          'aulas (data, professor, pacote, observações e, se não aconteceu, por quê), a presença e o ' +
          'feedback daquele aluno, as próximas aulas dele (dia, hora no fuso horário da agenda, duração ' +
          'e clube) com o que ele respondeu, os horários que o professor lhe oferece, os combinados e ' +
          'quando ele os leu, e o extrato dos créditos dele, com o motivo dos ajustes; do professor, o ' +
          'nome e, se houver, o telefone para conversa. Se o professor quiser, também o total que o ' +
          'aluno ainda deve, com a chave PIX, o nome e a cidade do professor.',
        'O que ela nunca mostra':
          'Telefone e email do aluno, outros valores, pagamentos, observações do cadastro, e qualquer ' +
          'dado de outro aluno, também se ele veio à aula. As observações da aula são vistas por todos ' +
          'os alunos daquela aula; o feedback, só pelo próprio aluno; as notas privadas, só pelo ' +
          'professor.',
        'Quem pode abri-la':
          'Quem tiver o link, que traz um código impossível de adivinhar. A página pede aos buscadores ' +
          'que não a listem. O link vale até o professor gerar outro, o aluno ser removido ou ' +
          'anonimizado, ou a conta do professor ser encerrada; depois de uma importação, os alunos têm ' +
          'links novos.',
      },
    ],
  },
  {
    id: 'menores',
    title: 'Menores de idade',
    blocks: [
      'O Voleio é destinado a adultos, com 18 anos ou mais, tanto professores quanto alunos. Não ' +
        'coletamos de propósito dados de crianças e adolescentes. Se soubermos de um cadastro assim, ele ' +
        'será eliminado; se você souber de um, escreva para {email}.',
    ],
  },
  {
    id: 'mudancas',
    title: 'Mudanças nesta política',
    blocks: [
      'Quando o produto mudar, esta página muda junto, com a data da última atualização no topo. Se a ' +
        'mudança afetar os seus direitos ou o uso dos dados, avisaremos os professores por email ou no ' +
        'aplicativo antes que ela valha.',
    ],
  },
  {
    id: 'contato',
    title: 'Contato',
    blocks: [
      'Dúvidas, pedidos e reclamações sobre dados pessoais: escreva para {email}, que é também o canal ' +
        'do encarregado pelo tratamento de dados (DPO).',
      'Se a nossa resposta não resolver, você pode procurar a ANPD em www.gov.br/anpd ou os órgãos de ' +
        'defesa do consumidor.',
    ],
  },
]

export const PRIVACY_POLICY = {
  title: 'Política de Privacidade',
  updated: { label: 'Última atualização:', date: '2026-11-29', words: '29 de novembro de 2026' },
  inShort: {
    title: 'Em poucas palavras',
    items: [
      'Guardamos só o que é preciso para o serviço funcionar.',
      'Sem cookies, sem anúncios, sem rastreamento, sem venda de dados.',
      'O professor controla os dados dos alunos; o Voleio os guarda por conta dele.',
    ],
  },
  contents: 'Nesta página',
  back: 'Voltar para o início',
  sections: SECTIONS,
} as const
