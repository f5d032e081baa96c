/**
 * What links and buttons of sign-ins say, by language: lower case, as such controls are labelled by the message
 * catalogues of common applications (MediaWiki, WordPress, phpBB, Roundcube, GitLab, Nextcloud).
 */
interface Labels {
  signIn: readonly string[]
  signOut: readonly string[]
  register: readonly string[]
  /** What stands before the name of the user who is signed in. */
  signedInAs: readonly string[]
  /** Links to what is the user's own. */
  account: readonly string[]
}

const LABELS: Record<string, Labels> = {
  en: {
    signIn: [
      'log in',
      'login',
      'log-in',
      'log on',
      'logon',
      'sign in',
      'sign-in',
      'signin',
      'sign on',
      'member login',
    ],
    signOut: [
      'log out',
      'logout',
      'log-out',
      'log off',
      'logoff',
      'sign out',
      'sign-out',
      'signout',
      'sign off',
      'end session',
    ],
    register: [
      'register',
      'sign up',
      'signup',
      'create account',
      'create an account',
      'create your account',
      'join now',
      'join us',
    ],
    signedInAs: [
      'logged in as',
      'signed in as',
      'logged on as',
      'you are logged in as',
      'you are signed in as',
    ],
    account: [
      'my account',
      'account',
      'your account',
      'account settings',
      'my profile',
      'profile',
      'your profile',
      'edit profile',
      'settings',
      'preferences',
      'my preferences',
      'user settings',
      'my orders',
      'orders',
      'your orders',
      'order history',
      'my page',
      'my pages',
      'dashboard',
      'control panel',
      'user control panel',
      'administration',
      'admin',
      'admin area',
      'site admin',
      'change password',
      'watchlist',
      'my watchlist',
      'contributions',
      'notifications',
      'inbox',
      'messages',
      'my issues',
      'your issues',
      'your projects',
      'my queries',
      'wishlist',
      'my wishlist',
      'subscriptions',
      'my subscriptions',
      'my posts',
      'your posts',
      'unread posts',
      'my courses',
    ],
  },
  de: {
    signIn: ['anmelden', 'einloggen', 'login', 'anmeldung', 'jetzt anmelden'],
    signOut: ['abmelden', 'ausloggen', 'abmeldung', 'sitzung beenden'],
    register: [
      'registrieren',
      'registrierung',
      'konto erstellen',
      'benutzerkonto anlegen',
      'benutzerkonto erstellen',
      'neu anmelden',
    ],
    signedInAs: ['angemeldet als', 'eingeloggt als', 'sie sind angemeldet als', 'du bist angemeldet als'],
    account: [
      'mein konto',
      'konto',
      'mein profil',
      'profil',
      'profil bearbeiten',
      'einstellungen',
      'kontoeinstellungen',
      'meine bestellungen',
      'bestellungen',
      'verwaltung',
      'beobachtungsliste',
      'beiträge',
      'benachrichtigungen',
      'posteingang',
      'persönlicher bereich',
      'passwort ändern',
      'merkzettel',
      'übersicht',
    ],
  },
  fr: {
    signIn: [
      'connexion',
      'se connecter',
      "s'identifier",
      's’identifier',
      'connectez-vous',
      'identifiez-vous',
      'ouvrir une session',
      'identification',
    ],
    signOut: ['déconnexion', 'se déconnecter', 'me déconnecter', 'fermer la session', 'quitter la session'],
    register: [
      "s'inscrire",
      's’inscrire',
      'inscription',
      'créer un compte',
      'enregistrement',
      "s'enregistrer",
    ],
    signedInAs: [
      'connecté en tant que',
      'connectée en tant que',
      'connecté(e) en tant que',
      'vous êtes connecté en tant que',
      'identifié en tant que',
    ],
    account: [
      'mon compte',
      'compte',
      'mon profil',
      'profil',
      'paramètres',
      'préférences',
      'mes commandes',
      'commandes',
      'tableau de bord',
      'administration',
      'liste de suivi',
      'notifications',
      'mon espace',
      'modifier le profil',
    ],
  },
  es: {
    signIn: [
      'iniciar sesión',
      'inicia sesión',
      'inicie sesión',
      'acceder',
      'entrar',
      'ingresar',
      'conectarse',
      'identificarse',
      'identifícate',
    ],
    signOut: [
      'cerrar sesión',
      'cerrar la sesión',
      'finalizar sesión',
      'desconectar',
      'desconectarse',
      'salir',
    ],
    register: ['registrarse', 'regístrate', 'crear una cuenta', 'crear cuenta', 'registro'],
    signedInAs: [
      'conectado como',
      'ha iniciado sesión como',
      'has iniciado sesión como',
      'identificado como',
      'sesión iniciada como',
      'usted se ha identificado como',
      'autenticado como',
    ],
    account: [
      'mi cuenta',
      'cuenta',
      'mi perfil',
      'perfil',
      'configuración',
      'preferencias',
      'ajustes',
      'mis pedidos',
      'pedidos',
      'escritorio',
      'panel de control',
      'administración',
      'lista de seguimiento',
      'área personal',
      'editar perfil',
    ],
  },
  pt: {
    signIn: [
      'entrar',
      'iniciar sessão',
      'inicie sessão',
      'fazer login',
      'faça login',
      'acessar',
      'acesse sua conta',
      'autenticar-se',
      'autenticação',
    ],
    signOut: ['sair', 'terminar sessão', 'encerrar sessão', 'fazer logout', 'desconectar'],
    register: ['registrar', 'registar', 'cadastre-se', 'criar conta', 'criar uma conta', 'inscrever-se'],
    signedInAs: [
      'conectado como',
      'ligado como',
      'sessão iniciada como',
      'autenticado como',
      'você está conectado como',
      'logado como',
      'você acessou como',
    ],
    account: [
      'minha conta',
      'a minha conta',
      'conta',
      'meu perfil',
      'perfil',
      'configurações',
      'definições',
      'preferências',
      'meus pedidos',
      'pedidos',
      'painel',
      'administração',
      'páginas vigiadas',
    ],
  },
  it: {
    signIn: [
      'accedi',
      'entra',
      'accesso',
      'autenticati',
      'effettua il login',
      'effettua l’accesso',
      "effettua l'accesso",
    ],
    signOut: ['esci', 'disconnetti', 'disconnettiti', 'logout', 'scollegati', 'termina sessione'],
    register: ['registrati', 'registrazione', 'iscriviti', 'crea un account', 'crea account'],
    signedInAs: [
      'connesso come',
      'collegato come',
      'autenticato come',
      'accesso effettuato come',
      'hai effettuato l’accesso come',
      "hai effettuato l'accesso come",
      'sei collegato come',
    ],
    account: [
      'il mio account',
      'account',
      'il mio profilo',
      'profilo',
      'impostazioni',
      'preferenze',
      'i miei ordini',
      'ordini',
      'bacheca',
      'amministrazione',
      'osservati speciali',
      'pannello di controllo',
    ],
  },
  nl: {
    signIn: ['inloggen', 'aanmelden', 'log in', 'meld u aan', 'meld je aan'],
    signOut: ['uitloggen', 'afmelden', 'log uit'],
    register: ['registreren', 'account aanmaken', 'account maken'],
    signedInAs: [
      'ingelogd als',
      'aangemeld als',
      'u bent ingelogd als',
      'je bent ingelogd als',
      'u bent aangemeld als',
    ],
    account: [
      'mijn account',
      'account',
      'mijn profiel',
      'profiel',
      'instellingen',
      'voorkeuren',
      'mijn bestellingen',
      'bestellingen',
      'beheer',
      'volglijst',
      'dashboard',
    ],
  },
  sv: {
    signIn: ['logga in', 'inloggning'],
    signOut: ['logga ut', 'utloggning'],
    register: ['registrera', 'skapa konto', 'bli medlem'],
    signedInAs: ['inloggad som', 'du är inloggad som'],
    account: [
      'mitt konto',
      'konto',
      'min profil',
      'profil',
      'inställningar',
      'mina sidor',
      'mina beställningar',
      'bevakningslista',
      'administration',
    ],
  },
  da: {
    signIn: ['log ind', 'log på'],
    signOut: ['log ud', 'log af'],
    register: ['opret konto', 'registrer', 'opret bruger', 'tilmeld'],
    signedInAs: ['logget ind som', 'logget på som', 'du er logget ind som'],
    account: [
      'min konto',
      'konto',
      'min profil',
      'profil',
      'indstillinger',
      'mine ordrer',
      'overvågningsliste',
      'administration',
    ],
  },
  no: {
    signIn: ['logg inn', 'logg på', 'innlogging'],
    signOut: ['logg ut', 'logg av'],
    register: ['registrer', 'opprett konto', 'opprett bruker'],
    signedInAs: ['logget inn som', 'pålogget som', 'innlogget som', 'du er logget inn som'],
    account: [
      'min konto',
      'konto',
      'min profil',
      'profil',
      'innstillinger',
      'min side',
      'mine bestillinger',
      'overvåkningsliste',
      'administrasjon',
    ],
  },
  fi: {
    signIn: ['kirjaudu sisään', 'kirjaudu', 'sisäänkirjautuminen'],
    signOut: ['kirjaudu ulos', 'uloskirjautuminen', 'poistu'],
    register: ['rekisteröidy', 'luo tunnus', 'luo tili'],
    signedInAs: ['kirjautuneena', 'kirjautunut käyttäjänä', 'olet kirjautunut', 'kirjautunut nimellä'],
    account: [
      'oma tili',
      'tili',
      'oma profiili',
      'profiili',
      'asetukset',
      'omat tilaukset',
      'tarkkailulista',
      'hallinta',
      'omat tiedot',
    ],
  },
  pl: {
    signIn: ['zaloguj się', 'zaloguj', 'logowanie'],
    signOut: ['wyloguj się', 'wyloguj', 'wylogowanie'],
    register: ['zarejestruj się', 'zarejestruj', 'rejestracja', 'utwórz konto', 'załóż konto'],
    signedInAs: ['zalogowany jako', 'zalogowano jako', 'zalogowana jako', 'jesteś zalogowany jako'],
    account: [
      'moje konto',
      'konto',
      'mój profil',
      'profil',
      'ustawienia',
      'preferencje',
      'moje zamówienia',
      'zamówienia',
      'kokpit',
      'administracja',
      'obserwowane',
    ],
  },
  cs: {
    signIn: ['přihlásit se', 'přihlásit', 'přihlášení'],
    signOut: ['odhlásit se', 'odhlásit', 'odhlášení'],
    register: ['registrovat', 'registrace', 'vytvořit účet', 'zaregistrovat'],
    signedInAs: [
      'přihlášen jako',
      'přihlášený jako',
      'přihlášena jako',
      'jste přihlášen jako',
      'přihlášený uživatel',
    ],
    account: [
      'můj účet',
      'účet',
      'můj profil',
      'profil',
      'nastavení',
      'moje objednávky',
      'objednávky',
      'nástěnka',
      'administrace',
      'sledované stránky',
    ],
  },
  sk: {
    signIn: ['prihlásiť sa', 'prihlásiť', 'prihlásenie'],
    signOut: ['odhlásiť sa', 'odhlásiť', 'odhlásenie'],
    register: ['registrovať', 'registrácia', 'vytvoriť účet'],
    signedInAs: ['prihlásený ako', 'prihlásená ako', 'ste prihlásený ako'],
    account: [
      'môj účet',
      'účet',
      'môj profil',
      'nastavenia',
      'moje objednávky',
      'sledované stránky',
      'administrácia',
    ],
  },
  hu: {
    signIn: ['bejelentkezés', 'belépés', 'jelentkezzen be'],
    signOut: ['kijelentkezés', 'kilépés'],
    register: ['regisztráció', 'regisztrálás', 'fiók létrehozása'],
    signedInAs: ['bejelentkezve mint', 'belépve mint', 'bejelentkezett felhasználó', 'bejelentkezve'],
    account: [
      'fiókom',
      'saját fiók',
      'profilom',
      'profil',
      'beállítások',
      'rendeléseim',
      'figyelőlista',
      'vezérlőpult',
    ],
  },
  ro: {
    signIn: ['autentificare', 'conectare', 'intră în cont', 'conectează-te', 'autentifică-te'],
    signOut: ['deconectare', 'ieșire', 'ieşire', 'delogare', 'închide sesiunea'],
    register: ['înregistrare', 'înregistrează-te', 'creare cont', 'creează cont'],
    signedInAs: ['autentificat ca', 'conectat ca', 'sunteți autentificat ca'],
    account: [
      'contul meu',
      'cont',
      'profilul meu',
      'profil',
      'setări',
      'preferințe',
      'comenzile mele',
      'pagini urmărite',
    ],
  },
  hr: {
    signIn: ['prijava', 'prijavi se', 'prijavite se', 'prijavi me'],
    signOut: ['odjava', 'odjavi se', 'odjavite se', 'odjavi me'],
    register: ['registracija', 'registriraj se', 'otvori račun'],
    signedInAs: ['prijavljeni ste kao', 'prijavljen kao', 'prijavljeni kao'],
    account: ['moj račun', 'račun', 'moj profil', 'profil', 'postavke', 'moje narudžbe', 'nadzorna ploča'],
  },
  ca: {
    signIn: ['inicia la sessió', 'inicia sessió', 'inicieu la sessió', 'entra'],
    signOut: ['finalitza la sessió', 'tanca la sessió', 'tanca sessió', 'surt'],
    register: ['crea un compte', 'registreu-vos', 'registre'],
    signedInAs: ['heu iniciat la sessió com', 'connectat com', 'has iniciat sessió com'],
    account: [
      'el meu compte',
      'compte',
      'el meu perfil',
      'preferències',
      'configuració',
      'les meves comandes',
    ],
  },
  ru: {
    signIn: ['войти', 'вход', 'авторизация', 'авторизоваться', 'представиться системе'],
    signOut: ['выйти', 'выход', 'завершить сеанс', 'завершение сеанса'],
    register: [
      'регистрация',
      'зарегистрироваться',
      'создать учётную запись',
      'создать учетную запись',
      'создать аккаунт',
    ],
    signedInAs: ['вы вошли как', 'вошли как', 'вы зашли как', 'вы зашли под именем', 'авторизован как'],
    account: [
      'мой аккаунт',
      'личный кабинет',
      'мой профиль',
      'профиль',
      'настройки',
      'мои заказы',
      'заказы',
      'консоль',
      'администрирование',
      'список наблюдения',
      'вклад',
      'моя страница',
    ],
  },
  uk: {
    signIn: ['увійти', 'вхід', 'авторизація'],
    signOut: ['вийти', 'вихід', 'завершити сеанс'],
    register: ['реєстрація', 'зареєструватися', 'створити обліковий запис'],
    signedInAs: ['ви увійшли як', 'увійшли як', 'ви зайшли як'],
    account: [
      'мій обліковий запис',
      'особистий кабінет',
      'мій профіль',
      'профіль',
      'налаштування',
      'мої замовлення',
      'список спостереження',
    ],
  },
  bg: {
    signIn: ['вход', 'влизане', 'влез', 'вписване'],
    signOut: ['изход', 'излизане', 'излез'],
    register: ['регистрация', 'създаване на сметка'],
    signedInAs: ['влезли сте като', 'влязъл като', 'вписан като'],
    account: ['моят профил', 'профил', 'настройки', 'моите поръчки', 'списък за наблюдение'],
  },
  el: {
    signIn: ['σύνδεση', 'είσοδος'],
    signOut: ['αποσύνδεση', 'έξοδος'],
    register: ['εγγραφή', 'δημιουργία λογαριασμού'],
    signedInAs: ['συνδεδεμένος ως', 'συνδεθήκατε ως', 'έχετε συνδεθεί ως'],
    account: ['ο λογαριασμός μου', 'λογαριασμός', 'προφίλ', 'ρυθμίσεις', 'προτιμήσεις', 'οι παραγγελίες μου'],
  },
  tr: {
    signIn: ['giriş yap', 'oturum aç', 'giriş', 'üye girişi'],
    signOut: ['çıkış yap', 'çıkış', 'oturumu kapat', 'oturumu sonlandır'],
    register: ['kayıt ol', 'üye ol', 'hesap oluştur', 'kaydol'],
    signedInAs: ['olarak giriş yaptınız', 'giriş yapan kullanıcı', 'oturum açan kullanıcı'],
    account: [
      'hesabım',
      'hesap',
      'profilim',
      'profil',
      'ayarlar',
      'tercihler',
      'siparişlerim',
      'izleme listesi',
      'yönetim',
    ],
  },
  ja: {
    signIn: ['ログイン', 'サインイン'],
    signOut: ['ログアウト', 'サインアウト'],
    register: ['アカウント作成', '新規登録', '会員登録', 'ユーザー登録'],
    signedInAs: ['ログイン中:', 'ログイン中：', 'ログインユーザー', 'ログイン名'],
    account: [
      'マイページ',
      'マイアカウント',
      'アカウント',
      'プロフィール',
      '設定',
      '個人設定',
      '注文履歴',
      'ウォッチリスト',
      '投稿記録',
      '管理',
    ],
  },
  'zh-Hans': {
    signIn: ['登录', '登陆', '登入', '请登录'],
    signOut: ['退出', '退出登录', '登出', '注销'],
    register: ['注册', '创建账号', '立即注册', '免费注册'],
    signedInAs: ['已登录为', '当前用户', '登录身份', '已登录用户', '登录为'],
    account: [
      '我的账户',
      '我的帐户',
      '个人中心',
      '个人资料',
      '设置',
      '参数设置',
      '我的订单',
      '用户中心',
      '账号设置',
      '监视列表',
      '贡献',
      '控制台',
    ],
  },
  'zh-Hant': {
    signIn: ['登入', '登錄'],
    signOut: ['登出', '退出'],
    register: ['註冊', '建立帳號', '加入會員'],
    signedInAs: ['已登入為', '目前使用者', '登入身份', '已登入'],
    account: [
      '我的帳戶',
      '我的帳號',
      '會員中心',
      '個人資料',
      '設定',
      '偏好設定',
      '我的訂單',
      '監視清單',
      '控制台',
    ],
  },
  ko: {
    signIn: ['로그인'],
    signOut: ['로그아웃'],
    register: ['회원가입', '계정 만들기', '가입하기'],
    signedInAs: ['로그인 사용자', '로그인 계정', '현재 사용자'],
    account: [
      '내 계정',
      '계정',
      '마이페이지',
      '프로필',
      '내 프로필',
      '설정',
      '환경 설정',
      '주문 내역',
      '주시문서',
      '알림판',
    ],
  },
  ar: {
    signIn: ['تسجيل الدخول', 'دخول', 'ادخل', 'لج', 'سجل الدخول'],
    signOut: ['تسجيل الخروج', 'خروج', 'اخرج'],
    register: ['إنشاء حساب', 'تسجيل حساب', 'سجل الآن', 'أنشئ حسابا'],
    signedInAs: ['مسجل الدخول باسم', 'مسجل باسم', 'دخلت باسم'],
    account: [
      'حسابي',
      'الحساب',
      'ملفي الشخصي',
      'الملف الشخصي',
      'الإعدادات',
      'تفضيلات',
      'طلباتي',
      'قائمة المراقبة',
    ],
  },
  he: {
    signIn: ['כניסה לחשבון', 'כניסה', 'התחברות', 'התחבר'],
    signOut: ['יציאה מהחשבון', 'יציאה', 'התנתקות', 'התנתק'],
    register: ['הרשמה', 'יצירת חשבון'],
    signedInAs: ['מחובר כ', 'מחובר בתור'],
    account: ['החשבון שלי', 'הפרופיל שלי', 'פרופיל', 'הגדרות', 'העדפות', 'ההזמנות שלי', 'רשימת מעקב'],
  },
  fa: {
    signIn: ['ورود', 'ورود به سامانه'],
    signOut: ['خروج', 'خروج از سامانه'],
    register: ['ثبت نام', 'ثبت‌نام', 'ایجاد حساب'],
    signedInAs: ['وارد شده به عنوان', 'وارد شده با نام'],
    account: ['حساب من', 'نمایه', 'تنظیمات', 'ترجیحات', 'سفارش‌های من', 'پیشخوان', 'فهرست پی‌گیری'],
  },
  hi: {
    signIn: ['लॉग इन', 'लॉगिन', 'साइन इन'],
    signOut: ['लॉग आउट', 'लॉगआउट', 'साइन आउट'],
    register: ['पंजीकरण', 'खाता बनाएँ', 'साइन अप'],
    signedInAs: ['के रूप में लॉग इन'],
    account: ['मेरा खाता', 'प्रोफ़ाइल', 'सेटिंग्स', 'मेरे ऑर्डर'],
  },
  id: {
    signIn: ['masuk', 'masuk log'],
    signOut: ['keluar', 'keluar log'],
    register: ['daftar', 'buat akun', 'buat akun baru'],
    signedInAs: ['masuk sebagai', 'anda masuk sebagai', 'masuk log sebagai'],
    account: [
      'akun saya',
      'akun',
      'profil saya',
      'profil',
      'pengaturan',
      'preferensi',
      'pesanan saya',
      'daftar pantauan',
      'dasbor',
    ],
  },
  vi: {
    signIn: ['đăng nhập'],
    signOut: ['đăng xuất', 'thoát'],
    register: ['đăng ký', 'tạo tài khoản', 'mở tài khoản'],
    signedInAs: ['đăng nhập với tên', 'đã đăng nhập với tên', 'bạn đang đăng nhập với tên'],
    account: [
      'tài khoản của tôi',
      'tài khoản',
      'hồ sơ',
      'trang cá nhân',
      'cài đặt',
      'tùy chọn',
      'đơn hàng của tôi',
    ],
  },
  th: {
    signIn: ['เข้าสู่ระบบ', 'ล็อกอิน', 'ลงชื่อเข้าใช้'],
    signOut: ['ออกจากระบบ', 'ล็อกเอาต์', 'ลงชื่อออก'],
    register: ['สมัครสมาชิก', 'สร้างบัญชี', 'ลงทะเบียน'],
    signedInAs: ['เข้าสู่ระบบในชื่อ', 'ลงชื่อเข้าใช้ในชื่อ'],
    account: ['บัญชีของฉัน', 'บัญชี', 'โปรไฟล์', 'ตั้งค่า', 'การตั้งค่า', 'คำสั่งซื้อของฉัน'],
  },
}

/** Longest label of a control that is one: what is longer is somebody's sentence. */
const LONGEST_LABEL = 60
/** Phrases of this length are clear enough to be followed by more ("Log out admin"); shorter ones ("exit") must be the whole label. */
const CLEAR_PHRASE = 6

const byKind = (kind: keyof Labels) => [...new Set(Object.values(LABELS).flatMap((labels) => labels[kind]))]

/** What stands before the name of a signed-in user, the longest first. */
export const SIGNED_IN_AS: readonly string[] = byKind('signedInAs').sort((a, b) => b.length - a.length)

const SIGN_IN = byFirstLetter(byKind('signIn'))
const SIGN_OUT = byFirstLetter(byKind('signOut'))
const REGISTER = byFirstLetter(byKind('register'))
const ACCOUNT: ReadonlySet<string> = new Set(byKind('account'))

export const saysSignIn = (label: string): boolean => begins(SIGN_IN, label)
export const saysSignOut = (label: string): boolean => begins(SIGN_OUT, label)
export const saysRegister = (label: string): boolean => begins(REGISTER, label)
export const saysAccount = (label: string): boolean => ACCOUNT.has(normalizeLabel(label))

/** Any of these. */
export function saysAnything(label: string): boolean {
  return saysSignIn(label) || saysSignOut(label) || saysRegister(label) || saysAccount(label)
}

/** What a label says behind its words for signing out: `Logout [ admin ]` gives `[ admin ]`. */
export function behindSignOut(label: string): string | undefined {
  const phrase = phraseOf(SIGN_OUT, label)
  return phrase === undefined ? undefined : label.trim().slice(phrase.length).trim()
}

function begins(phrases: ReadonlyMap<string, readonly string[]>, label: string): boolean {
  return phraseOf(phrases, label) !== undefined
}

function phraseOf(phrases: ReadonlyMap<string, readonly string[]>, label: string): string | undefined {
  const words = normalizeLabel(label)
  if (words === '' || words.length > LONGEST_LABEL) return undefined
  return phrases.get(words[0]!)?.find((phrase) => {
    if (!words.startsWith(phrase)) return false
    if (words.length === phrase.length) return true
    const rest = words.slice(phrase.length).trimStart()
    if (!/^[\p{L}\p{N}]/u.test(rest)) return true
    return rest.length < words.length - phrase.length && phrase.length >= CLEAR_PHRASE
  })
}

function normalizeLabel(label: string): string {
  return label
    .slice(0, 2 * LONGEST_LABEL)
    .trim()
    .toLowerCase()
}

function byFirstLetter(phrases: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>()
  for (const phrase of [...phrases].sort((a, b) => b.length - a.length)) {
    const list = map.get(phrase[0]!)
    if (list) list.push(phrase)
    else map.set(phrase[0]!, [phrase])
  }
  return map
}
