// Written by `pnpm docs` from the OpenAPI document. Do not edit.
export interface webhooks {
  'job.completed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A job, an item or a page of a crawl has delivered. */
    post: operations['webhook_job_completed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'job.failed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A job, an item or a page of a crawl has failed. */
    post: operations['webhook_job_failed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'batch.completed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** All items of a batch have ended. */
    post: operations['webhook_batch_completed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'crawl.completed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A crawl has ended. */
    post: operations['webhook_crawl_completed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'monitor.changed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A check of a monitor has found what it tells. */
    post: operations['webhook_monitor_changed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'schedule.completed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A run of a schedule has ended. */
    post: operations['webhook_schedule_completed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'alert.fired': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** The conditions of an alert rule are met. */
    post: operations['webhook_alert_fired']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'alert.resolved': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** The conditions of an alert rule are no longer met. */
    post: operations['webhook_alert_resolved']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'webhook.test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** `POST /webhooks/{webhook_id}/test` was asked for. */
    post: operations['webhook_webhook_test']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    /** @description Body of `POST /operator/accounts/{account_id}/block`. */
    AccountBlock: {
      /** @description Why, for the audit log. */
      reason?: string
    }
    /** @description What `POST /operator/accounts/{account_id}/block` answers. */
    AccountBlocked: {
      /**
       * Format: uuid
       * @description Stands for `{account_id}` in paths. A UUID.
       */
      account_id: string
      /** @description Whether it is blocked now: no request of it is served. */
      blocked: boolean
      /** @description False: it was so already. */
      changed: boolean
    }
    /** @description What `DELETE /auth/account` answers. */
    AccountDeleted: {
      /**
       * @description The account is gone, and you are signed out.
       * @constant
       */
      status: 'deleted'
    }
    /** @description Body of `DELETE /auth/account`. */
    AccountDeletion: {
      /** @description Your password, to show that it is you. */
      password?: string
      /** @description Whether to give up what is left of the balance. */
      confirm?: boolean
      /** @description Of the authenticator app, or a recovery code; required of who has a second factor. */
      code?: string
    }
    /** @description What `GET /account/limits` answers. */
    AccountLimits: {
      /**
       * Format: uuid
       * @description The account that pays and owns: of one person, or of an organization. A UUID.
       */
      account_id: string
      /** @description The person who asks; null for a key that no person made. A UUID. */
      user_id: string | null
      /** @description Whether there is a limit. */
      has_limits: boolean
      /** @description What the account may spend; null without a limit. */
      limits: components['schemas']['SpendLimit'] | null
    }
    /** @description One step on a rendered page, by its `type`. */
    Action:
      | {
          /**
           * @description Waits for an element, or else for a time.
           * @constant
           */
          type: 'wait'
          /** @description How long, in milliseconds; with `selector` at most, and 10,000 where nothing is said. */
          ms?: number
          /** @description CSS selector of the element to wait for. */
          selector?: string
        }
      | {
          /**
           * @description Clicks an element.
           * @constant
           */
          type: 'click'
          /** @description CSS selector of the element, the first that it finds. */
          selector: string
        }
      | {
          /**
           * @description Types into an element, which gets the focus.
           * @constant
           */
          type: 'type'
          /** @description CSS selector of the element, the first that it finds. */
          selector: string
          /** @description What is typed. */
          text: string
        }
      | {
          /**
           * @description Presses a key, where the focus is.
           * @constant
           */
          type: 'press'
          /** @description Name of the key, such as `Enter` or `ArrowDown`. */
          key: string
        }
      | {
          /**
           * @description Scrolls the page, or an element of it.
           * @constant
           */
          type: 'scroll'
          /**
           * @description Which way. Default: "down".
           * @enum {string}
           */
          direction?: 'up' | 'down'
          /** @description How far, in pixels. Default: nine tenths of the window; with `selector` the element is brought into view. */
          amount?: number
          /** @description CSS selector of what is scrolled. Default: the page. */
          selector?: string
        }
      | {
          /**
           * @description Chooses an option of a `<select>`.
           * @constant
           */
          type: 'select'
          /** @description CSS selector of the element, the first that it finds. */
          selector: string
          /** @description Value or label of the option. */
          value: string
        }
      | {
          /**
           * @description Moves the pointer over an element.
           * @constant
           */
          type: 'hover'
          /** @description CSS selector of the element, the first that it finds. */
          selector: string
        }
      | {
          /**
           * @description Makes a picture of what is seen now.
           * @constant
           */
          type: 'screenshot'
        }
      | {
          /**
           * @description Runs a script among those of the page, for at most 10 seconds.
           * @constant
           */
          type: 'execute_js'
          /** @description An expression of JavaScript, or statements that `return`: its value is the `value` of the outcome. */
          script: string
        }
    /** @description How one step on the page went. */
    ActionOutcome: {
      /** @description Which step it was. */
      type: string
      /** @description Whether it did what it says; the first that did not is the last. */
      success: boolean
      /** @description Of a screenshot its address; null of other steps. */
      result: string | null
      /** @description Of `execute_js`: what the script gave, as JSON holds it; null where that is nothing. */
      value?: unknown
      /** @description Why the step failed; null where it did not. */
      error: string | null
      /** @description Of a screenshot: the same as `result`. */
      screenshot_url?: string
    }
    /** @description Steps on the rendered page, one after the other; one that fails ends them. */
    Actions: components['schemas']['Action'][]
    /** @description How a page is fetched and read, beyond what stands beside its address. */
    AdvancedOptions: {
      /** @description Render the page in a browser. `"auto"`: only where the page needs it, as without the option. */
      render_js?: boolean | 'auto'
      /** @description Make a picture of the page; needs `render_js`. */
      screenshot?: boolean
      /** @description Print the page as a PDF; needs `render_js`. */
      generate_pdf?: boolean
      /** @description Read the text of an image. */
      ocr?: boolean
      /** @description Languages of the text of an image, as Tesseract names them: `eng`, `deu`. */
      ocr_languages?: string[]
      /** @description Go through one of the operator's premium proxies. */
      use_proxy?: boolean
      /** @description Has no effect: name `markdown` in `formats`. */
      markdown?: boolean
      /**
       * @description State of the page that a browser waits for.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /** @description A CSS selector to wait for, or a pause in milliseconds. */
      wait_for?: string | number
      /** @description How long `wait_for` waits for its selector, in milliseconds. Default: 30,000. */
      wait_for_timeout?: number
      /** @description Leave cookie banners out. Default: true. */
      remove_cookie_banners?: boolean
      /** @description Go through a proxy of your own. */
      use_own_proxy?: boolean
      /** @description Go through one of the operator's system proxies. */
      use_system_proxy?: boolean
      /** @description Which of your own proxies is used; needs `use_own_proxy`. */
      proxy_integration_id?: string
      /** @description Preferred country of the proxy; `location.country` goes first. */
      proxy_country?: string
      /**
       * Format: uuid
       * @description The same as `session_id` at the top level. A UUID.
       */
      session_id?: string
      /** @description Keep the cookies that the target sets in the session, for sites that give a new one with each page; needs a session of your own. */
      session_update?: boolean
      /** @description Cookies of this request, by name: at most 100. Not beside `session_id`. */
      cookies?: components['schemas']['Cookies']
      /** @description Headers of this request, by name: at most 50, none that the transport sets. They go before headers of the session that have the same name. */
      session_headers?: components['schemas']['RequestHeaders']
      /** @description Leave what surrounds the content out of Markdown and text. Default: true. */
      only_main_content?: boolean
      /** @description CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays. */
      include_selectors?: string[]
      /** @description CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`. */
      exclude_selectors?: string[]
      /** @description What `json_v2` leaves out. */
      section_filter?: {
        /** @description Leave out sections with fewer blocks than this; blocks of their subsections count. */
        min_content_blocks?: number
        /** @description Leave out sections that hold headings and images only. */
        content_only?: boolean
        /** @description Kinds of blocks that are left out everywhere. */
        exclude_content_types?: (
          | 'paragraph'
          | 'list'
          | 'table'
          | 'image'
          | 'code'
          | 'blockquote'
          | 'dl'
          | 'details'
        )[]
      }
      /** @description How the format `rag` is cut. */
      rag?: {
        /** @description Most tokens that a chunk has. Default: 512. */
        chunk_tokens?: number
        /** @description Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`. */
        overlap_tokens?: number
      }
      /** @description How the format `change_tracking` compares. */
      change_tracking?: {
        /** @description Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag. */
        tag?: string
        /**
         * @description `semantic` (default): what the page says, without layout, order, dates, counters, tokens and advertisements; `exact`: every line, link and image in its order.
         * @enum {string}
         */
        mode?: 'semantic' | 'exact'
      }
      /** @description The same as `evidence` at the top level. */
      evidence?: boolean
      /** @description Scroll down until nothing more is loaded. */
      scroll_to_load?: boolean
      /** @description How often `scroll_to_load` scrolls at most. */
      scroll_count?: number
      /** @description Load no images. */
      block_images?: boolean
      /** @description Load no advertisements. */
      block_ads?: boolean
      /** @description Be a phone. */
      mobile?: boolean
      /** @description Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its screen of 1,920 by 1,080 allows. */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /** @description Of a screenshot: the whole page, or with `false` what the window shows. Default: true. */
      full_page?: boolean
      /** @description With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No browser is used. Default: true. */
      follow_redirects?: boolean
      /** @description Requests of your account with the same word go through the same exit of a proxy of the operator, as long as it is there. */
      proxy_session?: string
      /** @description What the site is told to be visited by. What goes with the name (client hints, platform, phone or desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site asks for it. */
      user_agent?: string
      /** @description Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written as Chrome does, and of the browser. In place of `location.language`. */
      accept_language?: string
      /** @description Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do. */
      prefer_markdown?: boolean
      /** @description Give in `request_headers` what the page was asked for with. Default: false. */
      include_request_headers?: boolean
      /** @description Give in `captured_xhr` what the page has fetched by itself. */
      capture_xhr?: boolean
      /** @description Steps on the rendered page, one after the other. One that fails ends them. */
      actions?: components['schemas']['Actions']
    }
    /** @description An entry of the history: a rule has fired, or is in order again. */
    Alert: {
      /**
       * Format: uuid
       * @description Names the entry. A UUID.
       */
      id: string
      /**
       * Format: uuid
       * @description Stands for `{rule_id}` in paths. A UUID.
       */
      rule_id: string
      /** @description What its owner calls it. */
      rule_name: string
      /**
       * @description What the rule measures.
       * @enum {string}
       */
      type:
        | 'credit_threshold'
        | 'domain_failure_rate'
        | 'job_consecutive_failures'
        | 'response_time_spike'
        | 'daily_failure_count'
        | 'schedule_failure'
      /**
       * @description `fired`: the value has passed the threshold; `resolved`: it is back.
       * @enum {string}
       */
      status: 'fired' | 'resolved'
      /** @description What was measured; null where there was nothing to measure any more. */
      value: number | null
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold: number
      /** @description What was measured and what the rule wants, in a sentence. */
      message: string
      /** @description Who was told, but for deliveries that are older than these are kept. */
      notifications: {
        /**
         * @description The kind of channel.
         * @enum {string}
         */
        channel: 'email' | 'webhook' | 'slack' | 'discord' | 'ntfy' | 'telegram'
        /** @description Who is told; null: a mail to the owner of the account. */
        host: string | null
        /**
         * @description What became of it: `mailed` of a mail, else as of a webhook.
         * @enum {string}
         */
        status: 'mailed' | 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
        /** @description How often it was tried. */
        attempts: number
      }[]
      /**
       * Format: date-time
       * @description When it was found. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description One way to tell somebody, by its `type`. */
    AlertChannel:
      | {
          /**
           * @description Mail to the owner of the account.
           * @constant
           */
          type: 'email'
        }
      | {
          /**
           * @description A request that is signed as every webhook.
           * @constant
           */
          type: 'webhook'
          /** @description Where the request goes: https, public. */
          url: components['schemas']['WebhookUrl']
        }
      | {
          /**
           * @description An incoming webhook of Slack.
           * @constant
           */
          type: 'slack'
          /** @description Address of the incoming webhook, which is a secret. */
          url: components['schemas']['WebhookUrl']
        }
      | {
          /**
           * @description A webhook of Discord.
           * @constant
           */
          type: 'discord'
          /** @description Address of the webhook, which is a secret. */
          url: components['schemas']['WebhookUrl']
        }
      | {
          /**
           * @description A topic of ntfy.
           * @constant
           */
          type: 'ntfy'
          /** @description Server and topic, such as https://ntfy.example.com/alerts. */
          url: components['schemas']['WebhookUrl']
          /** @description Access token, where the topic asks for one. */
          token?: string
        }
      | {
          /**
           * @description A chat, told by a bot.
           * @constant
           */
          type: 'telegram'
          /** @description As BotFather gives it. */
          bot_token: string
          /** @description Number of the chat, or `@` and the name of a channel. */
          chat_id: string | number
          /** @description A Bot API server of your own. Default: https://api.telegram.org. */
          url?: components['schemas']['WebhookUrl']
        }
    /** @description Body of the webhook `alert.fired`. */
    AlertFiredWebhook: {
      /**
       * @description What has happened.
       * @constant
       */
      event: 'alert.fired'
      /**
       * Format: uuid
       * @description The entry of the history, which `GET /alerts/history` lists. A UUID.
       */
      alert_id: string
      /**
       * Format: uuid
       * @description Stands for `{rule_id}` in paths. A UUID.
       */
      rule_id: string
      /** @description What its owner calls it. */
      rule_name: string
      /**
       * @description What the rule measures.
       * @enum {string}
       */
      type:
        | 'credit_threshold'
        | 'domain_failure_rate'
        | 'job_consecutive_failures'
        | 'response_time_spike'
        | 'daily_failure_count'
        | 'schedule_failure'
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold: number
      /**
       * @description Of `credit_threshold`: what `threshold` and `value` are counted in.
       * @enum {string}
       */
      unit?: 'credits' | 'days'
      /** @description Jobs at this domain and its subdomains alone; absent: all jobs. */
      domain?: string
      /** @description How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`. */
      window_minutes?: number
      /** @description With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`. */
      min_jobs?: number
      /** @description What was measured; null where there was nothing to measure any more. */
      value: number | null
      /** @description What was measured and what the rule wants, in a sentence. */
      message: string
      /**
       * Format: date-time
       * @description When it was found. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * @description The value has passed the threshold.
       * @constant
       */
      status: 'fired'
    } & {
      [key: string]: unknown
    }
    /** @description What `GET /alerts/history` answers. */
    AlertHistory: {
      /** @description The newest first. */
      alerts: components['schemas']['Alert'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of the webhook `alert.resolved`. */
    AlertResolvedWebhook: {
      /**
       * @description What has happened.
       * @constant
       */
      event: 'alert.resolved'
      /**
       * Format: uuid
       * @description The entry of the history, which `GET /alerts/history` lists. A UUID.
       */
      alert_id: string
      /**
       * Format: uuid
       * @description Stands for `{rule_id}` in paths. A UUID.
       */
      rule_id: string
      /** @description What its owner calls it. */
      rule_name: string
      /**
       * @description What the rule measures.
       * @enum {string}
       */
      type:
        | 'credit_threshold'
        | 'domain_failure_rate'
        | 'job_consecutive_failures'
        | 'response_time_spike'
        | 'daily_failure_count'
        | 'schedule_failure'
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold: number
      /**
       * @description Of `credit_threshold`: what `threshold` and `value` are counted in.
       * @enum {string}
       */
      unit?: 'credits' | 'days'
      /** @description Jobs at this domain and its subdomains alone; absent: all jobs. */
      domain?: string
      /** @description How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`. */
      window_minutes?: number
      /** @description With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`. */
      min_jobs?: number
      /** @description What was measured; null where there was nothing to measure any more. */
      value: number | null
      /** @description What was measured and what the rule wants, in a sentence. */
      message: string
      /**
       * Format: date-time
       * @description When it was found. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * @description The value is back.
       * @constant
       */
      status: 'resolved'
    } & {
      [key: string]: unknown
    }
    /** @description What is watched, from when on somebody is told, and who. */
    AlertRule: {
      /**
       * Format: uuid
       * @description Stands for `{rule_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /**
       * @description What the rule measures.
       * @enum {string}
       */
      type:
        | 'credit_threshold'
        | 'domain_failure_rate'
        | 'job_consecutive_failures'
        | 'response_time_spike'
        | 'daily_failure_count'
        | 'schedule_failure'
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold: number
      /**
       * @description Of `credit_threshold`: what `threshold` and `value` are counted in.
       * @enum {string}
       */
      unit?: 'credits' | 'days'
      /** @description Jobs at this domain and its subdomains alone; absent: all jobs. */
      domain?: string
      /** @description How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`. */
      window_minutes?: number
      /** @description With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`. */
      min_jobs?: number
      /** @description Who is told, beside webhooks of the account that want `alert.fired`. */
      channels: components['schemas']['ShownAlertChannel'][]
      /** @description Minutes before it fires again, however often it is resolved. */
      cooldown_minutes: number
      /** @description Whether its end is told as well. */
      notify_resolved: boolean
      /** @description Whether it is looked at. */
      is_active: boolean
      /**
       * @description `firing`: it has fired, and the value is not back.
       * @enum {string}
       */
      status: 'ok' | 'firing'
      /** @description What was measured last; null: nothing yet, or too few jobs. */
      value: number | null
      /** @description When it fired last; null: never. ISO 8601, in UTC. */
      last_fired_at: string | null
      /** @description When it was looked at last; null: not yet. ISO 8601, in UTC. */
      last_checked_at: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description Body of `POST /alerts/rules`. */
    AlertRuleCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /**
       * @description What the rule measures.
       * @enum {string}
       */
      type:
        | 'credit_threshold'
        | 'domain_failure_rate'
        | 'job_consecutive_failures'
        | 'response_time_spike'
        | 'daily_failure_count'
        | 'schedule_failure'
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold: number
      /**
       * @description Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that is higher.
       * @enum {string}
       */
      unit?: 'credits' | 'days'
      /** @description Jobs at this domain and its subdomains. Default: all jobs. */
      domain?: string
      /** @description Of domain_failure_rate and response_time_spike: how many minutes it looks back. Default: 60. */
      window_minutes?: number
      /** @description Of domain_failure_rate and response_time_spike: with fewer jobs in this time nothing is concluded. Default: 10. */
      min_jobs?: number
      /** @description Who is told. Webhooks of the account that want `alert.fired` are told in any case. */
      channels: components['schemas']['AlertChannel'][]
      /** @description Minutes before it fires again, however often it is resolved. Default: 60. */
      cooldown_minutes?: number
      /** @description Whether its end is told as well. Default: true. */
      notify_resolved?: boolean
      /** @description Whether it is looked at. Default: true. */
      is_active?: boolean
    }
    /** @description What `GET /alerts/rules/{rule_id}` answers. */
    AlertRuleDetail: {
      /**
       * Format: uuid
       * @description Stands for `{rule_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /**
       * @description What the rule measures.
       * @enum {string}
       */
      type:
        | 'credit_threshold'
        | 'domain_failure_rate'
        | 'job_consecutive_failures'
        | 'response_time_spike'
        | 'daily_failure_count'
        | 'schedule_failure'
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold: number
      /**
       * @description Of `credit_threshold`: what `threshold` and `value` are counted in.
       * @enum {string}
       */
      unit?: 'credits' | 'days'
      /** @description Jobs at this domain and its subdomains alone; absent: all jobs. */
      domain?: string
      /** @description How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`. */
      window_minutes?: number
      /** @description With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`. */
      min_jobs?: number
      /** @description Who is told, beside webhooks of the account that want `alert.fired`. */
      channels: components['schemas']['ShownAlertChannel'][]
      /** @description Minutes before it fires again, however often it is resolved. */
      cooldown_minutes: number
      /** @description Whether its end is told as well. */
      notify_resolved: boolean
      /** @description Whether it is looked at. */
      is_active: boolean
      /**
       * @description `firing`: it has fired, and the value is not back.
       * @enum {string}
       */
      status: 'ok' | 'firing'
      /** @description What was measured last; null: nothing yet, or too few jobs. */
      value: number | null
      /** @description When it fired last; null: never. ISO 8601, in UTC. */
      last_fired_at: string | null
      /** @description When it was looked at last; null: not yet. ISO 8601, in UTC. */
      last_checked_at: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description The last 20 entries of its history, the newest first. */
      recent_alerts: components['schemas']['Alert'][]
    }
    /** @description Body of `PATCH /alerts/rules/{rule_id}`. */
    AlertRuleUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one after the other; `response_time_spike`: how many times as long as in the day before the jobs take that are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one schedule that have failed one after the other. */
      threshold?: number
      /**
       * @description Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that is higher.
       * @enum {string}
       */
      unit?: 'credits' | 'days'
      /** @description Jobs at this domain and its subdomains. Default: all jobs. */
      domain?: string
      /** @description Of domain_failure_rate and response_time_spike: how many minutes it looks back. */
      window_minutes?: number
      /** @description Of domain_failure_rate and response_time_spike: with fewer jobs in this time nothing is concluded. */
      min_jobs?: number
      /** @description Replaces all of them. */
      channels?: components['schemas']['AlertChannel'][]
      /** @description Minutes before it fires again, however often it is resolved. */
      cooldown_minutes?: number
      /** @description Whether its end is told as well. */
      notify_resolved?: boolean
      /** @description Whether it is looked at. */
      is_active?: boolean
    }
    /** @description What `GET /alerts/rules` answers. */
    AlertRules: {
      /** @description The oldest first. */
      rules: components['schemas']['AlertRule'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `POST /alerts/rules/{rule_id}/test` answers as 200. */
    AlertTestResult: {
      /** @description Whether every channel has taken it. */
      success: boolean
      /** @description What became of it, for each channel of the rule. */
      channels: {
        /**
         * @description The kind of channel.
         * @enum {string}
         */
        type: 'email' | 'webhook' | 'slack' | 'discord' | 'ntfy' | 'telegram'
        /** @description Where it goes, without what is secret of it; null: to the owner of the account. */
        address: string | null
        /** @description Whether the receiver has taken it; null: it has not answered yet. */
        success: boolean | null
        /** @description HTTP status of the last answer; null where none came. */
        status_code: number | null
        /** @description Why the last attempt failed; null where it did not, or there was none. */
        error: string | null
      }[]
    }
    /** @description A key of your account, without the key itself. */
    ApiKey: {
      /**
       * Format: uuid
       * @description Stands for `{key_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description The beginning of the key, such as `sk_live_a1B2c3`. */
      key_prefix: string
      /** @description The whole key, in the reply that creates it and never again; null otherwise. */
      key: string | null
      /** @description What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest. */
      scopes: ('scrape' | 'read' | 'write')[]
      /** @description Whether it answers from built-in sample pages and costs nothing. */
      test: boolean
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description Until when it is taken; null: for ever. ISO 8601, in UTC. */
      expires_at: string | null
      /** @description When it was used last, up to some seconds ago; null: never. ISO 8601, in UTC. */
      last_used_at: string | null
      /** @description IP address of that use; null: never used. */
      last_used_ip: string | null
      /** @description Addresses and networks (CIDR) that it is taken from; null: it is taken from anywhere. */
      allowed_ips: string[] | null
      /** @description When the key that the last rotation replaced ends, or has ended; null: there is none. ISO 8601, in UTC. */
      previous_key_expires_at: string | null
      /** @description How often it was used, but for the last seconds. */
      requests: number
      /** @description What it may spend; null without a limit of its own. */
      limits: components['schemas']['SpendLimit'] | null
    }
    /** @description Body of `POST /api-keys`. */
    ApiKeyCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /** @description What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest. */
      scopes?: ('scrape' | 'read' | 'write')[]
      /** @description Until when it is taken; null: for ever. ISO 8601. Default: null. */
      expires_at?: string | null
      /** @description Addresses and networks (CIDR) that it is taken from. Null: from anywhere. */
      allowed_ips?: string[] | null
      /** @description A test key answers from built-in sample pages and costs nothing. Default: false. */
      test?: boolean
    }
    /** @description What `GET /api-keys/{key_id}/limits` answers. */
    ApiKeyLimits: {
      /**
       * Format: uuid
       * @description Stands for `{key_id}` in paths. A UUID.
       */
      api_key_id: string
      /** @description Whether there is a limit. */
      has_limits: boolean
      /** @description What the key may spend; null without a limit of its own. */
      limits: components['schemas']['SpendLimit'] | null
    }
    /** @description What `GET /api-keys` answers. */
    ApiKeyList: {
      /** @description The oldest first. */
      items: components['schemas']['ApiKey'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Body of `POST /api-keys/{key_id}/rotate`. */
    ApiKeyRotation: {
      /** @description Seconds that the key is still taken which this one replaces; 0 ends it at once. Default: 86400. */
      overlap_seconds?: number
      /** @description Whether to end the key that an earlier rotation has replaced and that is still taken. Else there is a 409 until then. Default: false. */
      end_previous?: boolean
    }
    /** @description Body of `PATCH /api-keys/{key_id}`. */
    ApiKeyUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest. */
      scopes?: ('scrape' | 'read' | 'write')[]
      /** @description Until when it is taken; null: for ever. ISO 8601. */
      expires_at?: string | null
      /** @description Addresses and networks (CIDR) that it is taken from; null: from anywhere. */
      allowed_ips?: string[] | null
    }
    /** @description What a job was asked with, without its secrets. */
    AskedJob: {
      /** @description Its fields, as `POST /scrape` takes them; what is as by default is left out. Null for a job that was no scrape: its page was sent, or kept. */
      request: {
        [key: string]: unknown
      } | null
      /** @description Whether it had a body, cookies, headers, actions or a login besides, which are never shown; null where that was not noted. */
      had_secrets: boolean | null
    }
    /** @description What `GET /organizations/{organization_id}/audit-log` answers. */
    AuditLog: {
      /** @description The newest first. */
      entries: components['schemas']['AuditLogEntry'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What was done, by whom, to what. */
    AuditLogEntry: {
      /** @description Names the entry; later ones have greater numbers. */
      id: string
      /** @description `user:<id>`, `key:<id>`, `operator:<name>` or `system`. */
      actor: string
      /** @description E-mail address of the person, or name of the key; null once that is gone. */
      actor_name: string | null
      /** @description What was done, such as `api_key.created`. */
      action: string
      /** @description What it was done to, such as `api_key:<id>`; null where it was done to nothing. */
      target: string | null
      /** @description More of it, depending on `action`; never a secret. */
      details: {
        [key: string]: unknown
      }
      /**
       * Format: date-time
       * @description When it was done. ISO 8601, in UTC.
       */
      timestamp: string
    }
    /** @description What `GET /auth/audit-log` answers. */
    AuditPage: {
      /** @description The newest first. */
      entries: components['schemas']['AuditLogEntry'][]
      /** @description Reads on from here, as `cursor`; null on the last page. */
      next_cursor: string | null
    }
    /** @description What `POST /oauth/authorize` answers. */
    AuthorizeReply: {
      /** @description Goes to `POST /oauth/token`, once. */
      code: string
      /** @description As it was sent. */
      state: string
    }
    /** @description Body of `POST /oauth/authorize`. */
    AuthorizeRequest: {
      /** @description The tool: its `client_id`, or the address of its metadata document where the server takes such. */
      client_id: string
      /** @description One of those that are registered for the tool. */
      redirect_uri: string
      /** @description Returned as it is. */
      state: string
      /** @description `scrape`, the only one; also where it is left out. */
      scope?: string | null
      /** @description A label for the name of the key. */
      source?: string | null
      /** @description PKCE (RFC 7636), S256 only. */
      code_challenge?: string | null
      /** @description With `code_challenge`: `S256`. */
      code_challenge_method?: string | null
      /** @description RFC 8707: an address of this API, as its protected resource metadata names it. */
      resource?: (string | string[]) | null
    }
    /** @description A batch: how far it is, and its items. */
    Batch: {
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /**
       * @description `pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Items that were taken on so far. */
      total: number
      /** @description Items that have succeeded. */
      completed: number
      /** @description Items that have failed, for good. */
      failed: number
      /** @description Items that were cancelled before they ended. */
      cancelled: number
      /** @description Items that have not ended. */
      pending: number
      /** @description The same as `total`. */
      total_urls: number
      /** @description Most of its items that may be at work at once; null: no bound of its own. */
      concurrency: number | null
      /** @description Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000. */
      estimated_credits: number
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its last item had ended; null before. ISO 8601, in UTC. */
      completed_at: string | null
      /** @description When it was cancelled; null where it was not. ISO 8601, in UTC. */
      cancelled_at: string | null
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description Of all deliveries to `webhook_url`; null without one. */
      webhook_status: ('pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled') | null
      /** @description How often it was tried to deliver to `webhook_url`, over all events. */
      webhook_attempts: number
      /** @description The faults of entries that were left out, as when it was accepted. */
      skipped?: components['schemas']['BatchSkipped'][]
      /** @description In the order of `urls`. */
      items: components['schemas']['BatchItemStatusReply'][]
    }
    /** @description What `POST /batch` answers. */
    BatchAccepted: {
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /**
       * @description `pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description Items that were taken on. */
      total_jobs: number
      /** @description The same as `total_jobs`. */
      total_urls: number
      /** @description The job of each item, in the order of `urls`: UUIDs. */
      job_ids: string[]
      /** @description Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000. */
      estimated_credits: number
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description Most of its items that may be at work at once; null: no bound of its own. */
      concurrency: number | null
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description With `on_invalid: "skip"`: the faults of entries that were left out, and cost nothing. */
      skipped?: components['schemas']['BatchSkipped'][]
      /** @description Of a retry: the batch whose items are scraped again. */
      retry_of?: string
    }
    /** @description What `GET /batches/analytics` answers. */
    BatchAnalytics: {
      /** @description Of all these days together. */
      summary: {
        /** @description Batches that were made. */
        total_batches: number
        /** @description Items of these batches. */
        total_urls: number
        /** @description Percent of the items that have ended and were not cancelled. */
        success_rate: number
        /** @description Credits charged for them. */
        total_credits: number
      }
      /** @description A row for each day, the oldest first, also where there was nothing. */
      daily_stats: {
        /**
         * Format: date
         * @description The day, in UTC. An ISO 8601 date.
         */
        date: string
        /** @description Batches that were made on it. */
        batches: number
        /** @description Items of these batches. */
        urls: number
        /** @description Items that have succeeded. */
        succeeded: number
        /** @description Items that have failed. */
        failed: number
        /** @description Credits charged for these batches, whenever their items ended. */
        credits: number
      }[]
      /** @description The hosts with most URLs first, at most 100. */
      domain_breakdown: {
        /** @description The host of the addresses; null for pages that were not fetched. */
        domain: string | null
        /** @description Items at this host. */
        url_count: number
        /** @description Percent of its items that have ended and were not cancelled. */
        success_rate: number
        /** @description Credits charged per item that has ended and was not cancelled. */
        avg_credits: number
      }[]
      /** @description Deliveries by tier. Answers from the cache are of no tier. */
      tier_distribution: {
        /** @description Deliveries by tier 1. */
        tier_1: number
        /** @description Deliveries by tier 2. */
        tier_2: number
        /** @description Deliveries by tier 3. */
        tier_3: number
        /** @description Deliveries by tier 3.5; absent where there are none. */
        tier_3_5?: number
        /** @description Deliveries by tier 4. */
        tier_4: number
        /** @description Deliveries by tier 5. */
        tier_5: number
      }
    }
    /** @description Data of the event `complete` of `GET /batch/{batch_id}/stream`. */
    BatchCompleteEvent: {
      /**
       * @description How the batch has ended: `partially_failed` where some items failed and some succeeded.
       * @enum {string}
       */
      status: 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Items that were taken on so far. */
      total: number
      /** @description Items that have succeeded. */
      completed: number
      /** @description Items that have failed, for good. */
      failed: number
      /** @description Items that were cancelled before they ended. */
      cancelled: number
    }
    /** @description Body of the webhook `batch.completed`. */
    BatchCompletedWebhook: {
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /**
       * @description `pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Items that were taken on so far. */
      total: number
      /** @description Items that have succeeded. */
      completed: number
      /** @description Items that have failed, for good. */
      failed: number
      /** @description Items that were cancelled before they ended. */
      cancelled: number
      /** @description Items that have not ended. */
      pending: number
      /** @description The same as `total`. */
      total_urls: number
      /** @description Most of its items that may be at work at once; null: no bound of its own. */
      concurrency: number | null
      /** @description Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000. */
      estimated_credits: number
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its last item had ended; null before. ISO 8601, in UTC. */
      completed_at: string | null
      /** @description When it was cancelled; null where it was not. ISO 8601, in UTC. */
      cancelled_at: string | null
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description The faults of entries that were left out, as when it was accepted. */
      skipped?: components['schemas']['BatchSkipped'][]
      /**
       * @description What has happened: the batch has ended, in whichever way.
       * @constant
       */
      event: 'batch.completed'
    }
    /** @description Most items of the batch that are at work at once; they then begin in the order of `urls`. The limits of your account and of hosts hold as well. */
    BatchConcurrency: number
    /** @description An address, or an object with `url` and what else holds for it. */
    BatchEntry: string | components['schemas']['BatchItem']
    /** @description An entry of `urls` that says more than its address: what it says goes before what stands beside `urls`. */
    BatchItem: {
      /** @description The page to fetch, as `url` of a scrape. */
      url: components['schemas']['HttpUrl']
      /**
       * @description Has no effect: a batch is never waited for.
       * @constant
       */
      sync?: false
      /** @description Stands beside urls only. */
      webhook_url?: unknown
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
      formats?: components['schemas']['FormatName'][]
      /** @description How the page is fetched and read. */
      advanced?: components['schemas']['AdvancedOptions']
      /** @description Which tiers are tried, and what they may cost. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Fetch the page anew even when a cached page would do. */
      force_refresh?: boolean
      /** @description Add `raw_html` to the reply. */
      include_raw_html?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /**
       * @description Method of the request to the target. With another one than GET a request that may have been sent is never sent again.
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** @description Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on. */
      body?: string
      /**
       * @description Content type of `body`.
       * @enum {string}
       */
      content_type?:
        | 'application/json'
        | 'application/x-www-form-urlencoded'
        | 'text/plain'
        | 'application/graphql'
      /** @description Answer from your cache when it has the page; that costs nothing. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. */
      cache_ttl?: number
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
      max_response_bytes?: number
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /**
       * @deprecated
       * @description The fields of a template that is stored nowhere, as published clients send them.
       */
      extract_rules?: components['schemas']['TemplateFields']
      /**
       * @description With mode `pdf`: the format, where `formats` names none.
       * @enum {string}
       */
      pdf_format?: 'markdown' | 'text'
      /**
       * @deprecated
       * @description With mode "ocr" the same as advanced.ocr_languages, else as location.language.
       */
      language?: string
      /**
       * @deprecated
       * @description The same as advanced.render_js.
       */
      render_js?: boolean | 'auto'
      /**
       * @deprecated
       * @description The same as advanced.screenshot.
       */
      screenshot?: boolean
      /**
       * @deprecated
       * @description The same as advanced.generate_pdf.
       */
      generate_pdf?: boolean
      /**
       * @deprecated
       * @description The same as advanced.include_selectors.
       */
      include_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.exclude_selectors.
       */
      exclude_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.markdown.
       */
      markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for_selector?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_time?: number
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.scroll_to_load.
       */
      enable_scroll?: boolean
      /**
       * @deprecated
       * @description The same as advanced.viewport.
       */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /**
       * @deprecated
       * @description The same as advanced.full_page.
       */
      full_page?: boolean
      /**
       * @deprecated
       * @description The same as advanced.follow_redirects.
       */
      follow_redirects?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_session.
       */
      proxy_session?: string
      /**
       * @deprecated
       * @description The same as advanced.user_agent.
       */
      user_agent?: string
      /**
       * @deprecated
       * @description The same as advanced.accept_language.
       */
      accept_language?: string
      /**
       * @deprecated
       * @description The same as advanced.prefer_markdown.
       */
      prefer_markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.mobile.
       */
      mobile?: boolean
      /**
       * @deprecated
       * @description The same as advanced.block_images.
       */
      block_resources?: string[]
      /**
       * @deprecated
       * @description The same as advanced.ocr_languages.
       */
      ocr_language?: string
      /**
       * @deprecated
       * @description The same as advanced.use_proxy.
       */
      use_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.use_own_proxy.
       */
      use_own_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_country.
       */
      proxy_country?: string
      /**
       * @deprecated
       * @description The same as advanced.cookies.
       */
      cookies?: components['schemas']['Cookies'] | string
      /**
       * @deprecated
       * @description The same as advanced.session_headers.
       */
      headers?: components['schemas']['RequestHeaders']
      /**
       * @deprecated
       * @description The same as location.country.
       */
      country?: string
      /**
       * @deprecated
       * @description The same as cost_controls.max_credits.
       */
      max_credits?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_cost.
       */
      max_cost?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_tier.
       */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_cost.
       */
      prefer_cost?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_speed.
       */
      prefer_speed?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.fail_fast.
       */
      fail_fast?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.time_budget.
       */
      time_budget?: number
      /**
       * @deprecated
       * @description Has no effect: what a page declares as data (JSON-LD, microdata) is always read first.
       */
      promote_schema_org?: boolean
      /**
       * @deprecated
       * @description Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all.
       */
      filter_content?: boolean
      /**
       * @deprecated
       * @description Has no effect: name the session in session_id.
       */
      use_session?: boolean
      /**
       * @deprecated
       * @description Has no effect: walls are met by climbing the tiers.
       */
      asp?: boolean
      /**
       * @deprecated
       * @description Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser.
       */
      min_tier?: unknown
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_width?: number
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_height?: number
    }
    /** @description An item of a batch, and what has become of it. */
    BatchItemStatusReply: {
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /** @description The page, as it was asked for; a login in it is shown as `***`. */
      url: string
      /**
       * @description How far its job is: `pending` until a worker begins, then `running`, then one of the others.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description The target’s status, of an item that has succeeded. */
      status_code?: number
      /** @description Credits charged; of an item that has succeeded. */
      credits?: number
      /** @description The message of its error; of an item that has failed or was cancelled. */
      error?: string
      /** @description The code of its error; of an item that has failed or was cancelled. */
      error_code?: string
      /** @description See `include_results`. `GET /jobs/{job_id}` has the result of an item that carries none. */
      result?: components['schemas']['ScrapeResult']
    }
    /** @description What `GET /batches` answers. */
    BatchList: {
      /** @description The newest first. */
      batches: components['schemas']['BatchListEntry'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description A batch, as a list shows it. */
    BatchListEntry: {
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /** @description The same as `total`. */
      url_count: number
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description `pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description Most of its items that may be at work at once; null: no bound of its own. */
      concurrency: number | null
      /** @description Items that were taken on so far. */
      total: number
      /** @description Items that have succeeded. */
      completed: number
      /** @description Items that have failed, for good. */
      failed: number
      /** @description Items that were cancelled before they ended. */
      cancelled: number
      /** @description Items that have not ended. */
      pending: number
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its last item had ended; null before. ISO 8601, in UTC. */
      completed_at: string | null
    }
    /** @description Data of the event `progress` of `GET /batch/{batch_id}/stream`. */
    BatchProgressEvent: {
      /** @description Items that have succeeded. */
      completed: number
      /** @description Items that have failed, for good. */
      failed: number
      /** @description Items that were taken on so far. */
      total: number
      /** @description Items that have not ended. */
      pending: number
      /** @description The address of the item that has ended. */
      latest_url: string
      /**
       * @description How that item has ended.
       * @enum {string}
       */
      latest_status: 'succeeded' | 'failed'
      /**
       * Format: uuid
       * @description Its job: `GET /jobs/{job_id}` has the result. A UUID.
       */
      job_id: string
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
    }
    /** @description Pages that are scraped, and what holds for each of them. */
    BatchRequest: {
      /** @description Addresses, or objects with `url` and any field of a scrape. */
      urls: components['schemas']['BatchEntry'][]
      /** @description Receives the end of each item, and of the batch; https. */
      webhook_url?: components['schemas']['WebhookUrl']
      webhook_headers?: components['schemas']['WebhookHeaders']
      /**
       * @description Has no effect: a batch is never waited for.
       * @constant
       */
      sync?: false
      on_invalid?: components['schemas']['OnInvalid']
      concurrency?: components['schemas']['BatchConcurrency']
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
      formats?: components['schemas']['FormatName'][]
      /** @description How the page is fetched and read. */
      advanced?: components['schemas']['AdvancedOptions']
      /** @description Which tiers are tried, and what they may cost. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Fetch the page anew even when a cached page would do. */
      force_refresh?: boolean
      /** @description Add `raw_html` to the reply. */
      include_raw_html?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /**
       * @description Method of the request to the target. With another one than GET a request that may have been sent is never sent again.
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** @description Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on. */
      body?: string
      /**
       * @description Content type of `body`.
       * @enum {string}
       */
      content_type?:
        | 'application/json'
        | 'application/x-www-form-urlencoded'
        | 'text/plain'
        | 'application/graphql'
      /** @description Answer from your cache when it has the page; that costs nothing. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. */
      cache_ttl?: number
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
      max_response_bytes?: number
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /**
       * @deprecated
       * @description The fields of a template that is stored nowhere, as published clients send them.
       */
      extract_rules?: components['schemas']['TemplateFields']
      /**
       * @description With mode `pdf`: the format, where `formats` names none.
       * @enum {string}
       */
      pdf_format?: 'markdown' | 'text'
      /**
       * @deprecated
       * @description With mode "ocr" the same as advanced.ocr_languages, else as location.language.
       */
      language?: string
      /**
       * @deprecated
       * @description The same as advanced.render_js.
       */
      render_js?: boolean | 'auto'
      /**
       * @deprecated
       * @description The same as advanced.screenshot.
       */
      screenshot?: boolean
      /**
       * @deprecated
       * @description The same as advanced.generate_pdf.
       */
      generate_pdf?: boolean
      /**
       * @deprecated
       * @description The same as advanced.include_selectors.
       */
      include_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.exclude_selectors.
       */
      exclude_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.markdown.
       */
      markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for_selector?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_time?: number
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.scroll_to_load.
       */
      enable_scroll?: boolean
      /**
       * @deprecated
       * @description The same as advanced.viewport.
       */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /**
       * @deprecated
       * @description The same as advanced.full_page.
       */
      full_page?: boolean
      /**
       * @deprecated
       * @description The same as advanced.follow_redirects.
       */
      follow_redirects?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_session.
       */
      proxy_session?: string
      /**
       * @deprecated
       * @description The same as advanced.user_agent.
       */
      user_agent?: string
      /**
       * @deprecated
       * @description The same as advanced.accept_language.
       */
      accept_language?: string
      /**
       * @deprecated
       * @description The same as advanced.prefer_markdown.
       */
      prefer_markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.mobile.
       */
      mobile?: boolean
      /**
       * @deprecated
       * @description The same as advanced.block_images.
       */
      block_resources?: string[]
      /**
       * @deprecated
       * @description The same as advanced.ocr_languages.
       */
      ocr_language?: string
      /**
       * @deprecated
       * @description The same as advanced.use_proxy.
       */
      use_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.use_own_proxy.
       */
      use_own_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_country.
       */
      proxy_country?: string
      /**
       * @deprecated
       * @description The same as advanced.cookies.
       */
      cookies?: components['schemas']['Cookies'] | string
      /**
       * @deprecated
       * @description The same as advanced.session_headers.
       */
      headers?: components['schemas']['RequestHeaders']
      /**
       * @deprecated
       * @description The same as location.country.
       */
      country?: string
      /**
       * @deprecated
       * @description The same as cost_controls.max_credits.
       */
      max_credits?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_cost.
       */
      max_cost?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_tier.
       */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_cost.
       */
      prefer_cost?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_speed.
       */
      prefer_speed?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.fail_fast.
       */
      fail_fast?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.time_budget.
       */
      time_budget?: number
      /**
       * @deprecated
       * @description Has no effect: what a page declares as data (JSON-LD, microdata) is always read first.
       */
      promote_schema_org?: boolean
      /**
       * @deprecated
       * @description Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all.
       */
      filter_content?: boolean
      /**
       * @deprecated
       * @description Has no effect: name the session in session_id.
       */
      use_session?: boolean
      /**
       * @deprecated
       * @description Has no effect: walls are met by climbing the tiers.
       */
      asp?: boolean
      /**
       * @deprecated
       * @description Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser.
       */
      min_tier?: unknown
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_width?: number
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_height?: number
    }
    /** @description What `GET /batch/{batch_id}/results` answers. */
    BatchResults: {
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /**
       * @description `pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Items that fit the query, on all pages. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
      /** @description Jobs in the order of `urls`, as `GET /jobs/{job_id}` shows them. */
      results: components['schemas']['Job'][]
    }
    /** @description Fields of a scrape that go before those that the items were asked with, and which items are scraped again. */
    BatchRetry: {
      /** @description Items of the batch that are scraped again. Default: ["failed"]. */
      statuses?: ('failed' | 'cancelled' | 'succeeded')[]
      /** @description Receives the end of each item, and of the new batch; https. Default: that of the batch. */
      webhook_url?: components['schemas']['WebhookUrl']
      webhook_headers?: components['schemas']['WebhookHeaders']
      /**
       * @description Has no effect: a batch is never waited for.
       * @constant
       */
      sync?: false
      on_invalid?: components['schemas']['OnInvalid']
      concurrency?: components['schemas']['BatchConcurrency']
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
      formats?: components['schemas']['FormatName'][]
      /** @description How the page is fetched and read. */
      advanced?: components['schemas']['AdvancedOptions']
      /** @description Which tiers are tried, and what they may cost. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Fetch the page anew even when a cached page would do. */
      force_refresh?: boolean
      /** @description Add `raw_html` to the reply. */
      include_raw_html?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /**
       * @description Method of the request to the target. With another one than GET a request that may have been sent is never sent again.
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** @description Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on. */
      body?: string
      /**
       * @description Content type of `body`.
       * @enum {string}
       */
      content_type?:
        | 'application/json'
        | 'application/x-www-form-urlencoded'
        | 'text/plain'
        | 'application/graphql'
      /** @description Answer from your cache when it has the page; that costs nothing. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. */
      cache_ttl?: number
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
      max_response_bytes?: number
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /**
       * @deprecated
       * @description The fields of a template that is stored nowhere, as published clients send them.
       */
      extract_rules?: components['schemas']['TemplateFields']
      /**
       * @description With mode `pdf`: the format, where `formats` names none.
       * @enum {string}
       */
      pdf_format?: 'markdown' | 'text'
      /**
       * @deprecated
       * @description With mode "ocr" the same as advanced.ocr_languages, else as location.language.
       */
      language?: string
      /**
       * @deprecated
       * @description The same as advanced.render_js.
       */
      render_js?: boolean | 'auto'
      /**
       * @deprecated
       * @description The same as advanced.screenshot.
       */
      screenshot?: boolean
      /**
       * @deprecated
       * @description The same as advanced.generate_pdf.
       */
      generate_pdf?: boolean
      /**
       * @deprecated
       * @description The same as advanced.include_selectors.
       */
      include_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.exclude_selectors.
       */
      exclude_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.markdown.
       */
      markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for_selector?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_time?: number
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.scroll_to_load.
       */
      enable_scroll?: boolean
      /**
       * @deprecated
       * @description The same as advanced.viewport.
       */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /**
       * @deprecated
       * @description The same as advanced.full_page.
       */
      full_page?: boolean
      /**
       * @deprecated
       * @description The same as advanced.follow_redirects.
       */
      follow_redirects?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_session.
       */
      proxy_session?: string
      /**
       * @deprecated
       * @description The same as advanced.user_agent.
       */
      user_agent?: string
      /**
       * @deprecated
       * @description The same as advanced.accept_language.
       */
      accept_language?: string
      /**
       * @deprecated
       * @description The same as advanced.prefer_markdown.
       */
      prefer_markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.mobile.
       */
      mobile?: boolean
      /**
       * @deprecated
       * @description The same as advanced.block_images.
       */
      block_resources?: string[]
      /**
       * @deprecated
       * @description The same as advanced.ocr_languages.
       */
      ocr_language?: string
      /**
       * @deprecated
       * @description The same as advanced.use_proxy.
       */
      use_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.use_own_proxy.
       */
      use_own_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_country.
       */
      proxy_country?: string
      /**
       * @deprecated
       * @description The same as advanced.cookies.
       */
      cookies?: components['schemas']['Cookies'] | string
      /**
       * @deprecated
       * @description The same as advanced.session_headers.
       */
      headers?: components['schemas']['RequestHeaders']
      /**
       * @deprecated
       * @description The same as location.country.
       */
      country?: string
      /**
       * @deprecated
       * @description The same as cost_controls.max_credits.
       */
      max_credits?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_cost.
       */
      max_cost?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_tier.
       */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_cost.
       */
      prefer_cost?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_speed.
       */
      prefer_speed?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.fail_fast.
       */
      fail_fast?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.time_budget.
       */
      time_budget?: number
      /**
       * @deprecated
       * @description Has no effect: what a page declares as data (JSON-LD, microdata) is always read first.
       */
      promote_schema_org?: boolean
      /**
       * @deprecated
       * @description Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all.
       */
      filter_content?: boolean
      /**
       * @deprecated
       * @description Has no effect: name the session in session_id.
       */
      use_session?: boolean
      /**
       * @deprecated
       * @description Has no effect: walls are met by climbing the tiers.
       */
      asp?: boolean
      /**
       * @deprecated
       * @description Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser.
       */
      min_tier?: unknown
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_width?: number
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_height?: number
    }
    /** @description What is wrong with an entry that was left out. */
    BatchSkipped: {
      /** @description Its place in `urls`, from 0; of a retry its place in the batch. */
      index: number
      /** @description Of CSV: its line in the file, from 1. */
      line?: number
      /** @description Of CSV: the column whose cell is at fault, by its name. */
      column?: string
      /** @description Empty for the entry as a whole. */
      field: string
      /** @description What is wrong, and what to do about it. */
      message: string
      /** @description What a scrape of it alone would be answered. */
      error_code: string
    }
    /** @description What `GET /beta-features` answers. */
    BetaFeatureList: {
      /** @description Features that are offered, hidden ones left out. */
      features: {
        slug: components['schemas']['BetaFeatureSlug']
        /** @description What the operator calls it. */
        name: string
        /** @description What it does, in a line. */
        description: string
        /**
         * @description `beta`: off until you switch it on; `ga`: on for everybody.
         * @enum {string}
         */
        status: 'hidden' | 'beta' | 'ga'
        /**
         * Format: date-time
         * @description When it was made. ISO 8601, in UTC.
         */
        created_at: string
        /** @description Whether it is on for your account. */
        enabled: boolean
      }[]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of `PUT /operator/beta-features/{slug}`. */
    BetaFeatureOffer: {
      /** @description What it is called: one line of at most 100 characters. */
      name: string
      /** @description What it does: one line of at most 200 characters. */
      description: string
      /**
       * @description `hidden`: nobody sees it; `beta`: off until an account switches it on; `ga`: on for everybody.
       * @enum {string}
       */
      status: 'hidden' | 'beta' | 'ga'
    }
    /** @description What `PUT /operator/beta-features/{slug}` answers. */
    BetaFeatureOffered: {
      /** @description What it is called: one line of at most 100 characters. */
      name: string
      /** @description What it does: one line of at most 200 characters. */
      description: string
      /**
       * @description `hidden`: nobody sees it; `beta`: off until an account switches it on; `ga`: on for everybody.
       * @enum {string}
       */
      status: 'hidden' | 'beta' | 'ga'
      /** @description Names the feature, as the path does. */
      slug: string
    }
    /** @description Names the feature: small letters, digits and single hyphens. */
    BetaFeatureSlug: string
    /** @description What `GET /beta-features/my` answers. */
    BetaFeatureSlugs: {
      /** @description The `slug` of each feature that is on. */
      features: string[]
    }
    /** @description What `POST /beta-features/{slug}/disable` answers. */
    BetaFeatureSwitched: {
      /** @description The feature, as the path names it. */
      feature_slug: string
      /** @description Whether it is on now. */
      enabled: boolean
      /** @description The same in a sentence. */
      message: string
    }
    /** @description What a scrape took, attempt by attempt, and what was charged. */
    Billing: {
      /** @description Credits charged. */
      total_credits: number
      /** @description The same in dollars. */
      total_cost: number
      /** @description The tier that delivered; empty where none did. */
      tier_used: string
      /** @description The name of `tier_used`, such as `browser`; absent where none delivered. */
      tier_name?: string
      /** @description Every attempt, in order. */
      escalations: components['schemas']['Escalation'][]
      /** @description Credits saved, compared with the dearest tier. */
      savings: number
      /** @description The same as `total_cost`, in dollars. */
      cost_dollars: number
      /** @description The same as total_cost; 1,000,000 are a dollar. */
      final_cost_microcents: number
      /** @description Whether the page came through a proxy of your own. */
      byop_applied: boolean
      /** @description How the same page may cost less, where it may. */
      optimization_suggestion?: string
    }
    /** @description What `GET /billing/balance` answers. */
    BillingBalance: {
      /** @description The balance with what open requests hold, in microcents: 1,000,000 are a dollar. */
      balance_microcents: number
      /** @description The same for people, such as `$12.34`. */
      balance_display: string
      /** @description All that was ever paid in, in US cents. */
      total_deposited_cents: number
      /** @description All that was ever charged, in US cents. */
      total_spent_cents: number
      /** @description The same as `balance_microcents`, in credits. */
      balance_credits: number
      /** @description Credits of the balance without what open requests hold. */
      available_credits: number
      /** @description Credits that open requests hold. */
      held_credits: number
      /** @description Credits that were spent of payments which were refunded or disputed; the next payment repays them first. */
      owed_credits: number
    }
    /** @description What `GET /billing/usage` answers. */
    BillingUsage: {
      /** @description Credits charged since midnight, in UTC. */
      today_credits: number
      /** @description Credits charged since Monday, in UTC. */
      this_week_credits: number
      /** @description Credits charged since the first of the month, in UTC. */
      this_month_credits: number
      /** @description Credits that were ever charged. */
      total_credits: number
      /** @description Requests that have ended since midnight, in UTC. */
      today_requests: number
      /** @description Requests that have ended since Monday, in UTC. */
      this_week_requests: number
      /** @description Requests that have ended since the first of the month, in UTC. */
      this_month_requests: number
      /** @description The ten domains of this month that cost most. */
      top_domains: {
        /** @description The host, such as `shop.example.com`, in small letters. */
        domain: string
        /** @description Credits charged for it in this month. */
        credits_used: number
        /** @description Requests to it in this month. */
        requests: number
      }[]
      /** @description The first quarter of an hour with a request that is still counted; null without any. ISO 8601, in UTC. */
      usage_since: string | null
    }
    /** @description A domain that nobody may fetch. */
    BlockedDomain: {
      /** @description The domain, which is blocked with its subdomains. */
      domain: string
      /** @description Why, for the operator; null where nothing was said. */
      reason: string | null
      /**
       * Format: date-time
       * @description When it was blocked. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description What `GET /operator/blocked-domains` answers. */
    BlockedDomainList: {
      /** @description By their names. */
      domains: components['schemas']['BlockedDomain'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description A page beside what it was when your account last scraped it. */
    ChangeTracking: {
      /** @description When it was last scraped with this format and tag. Null: never, or more than 90 days ago. ISO 8601, in UTC. */
      previous_scrape_at: string | null
      /**
       * @description What has become of the page; `removed`: it answers 404 or 410, and has been scraped before.
       * @enum {string}
       */
      change_status: 'new' | 'same' | 'changed' | 'removed'
      /**
       * @description `hidden`: the start page of a crawl, where no link of its own leads to it. All others are `visible`.
       * @enum {string}
       */
      visibility: 'visible' | 'hidden'
      /** @description What has changed; with `change_status` `changed`. */
      diff?: {
        /** @description For people, in Markdown. */
        text: string
        /** @description For machines: a JSON Patch of the lines of the page. Null where it is longer than 64 KB. */
        json: unknown[] | null
      }
    }
    /** @description What `GET /billing/checkout/{checkout_id}` answers. */
    Checkout: {
      /**
       * Format: uuid
       * @description Stands for `{checkout_id}` in paths. A UUID.
       */
      checkout_id: string
      /**
       * @description `pending`: the payment is under way, such as a bank transfer; `paid`: the credits are on the balance; `failed`: the payment did not come; `expired`: nobody paid within an hour.
       * @enum {string}
       */
      status: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
      /** @description What there is to pay, in US cents. */
      amount_cents: number
      /** @description Currency of the amounts, by ISO 4217 in small letters: `usd`. */
      currency: string
      /** @description Credits that it buys. */
      credits: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description Until when it may be paid. ISO 8601, in UTC.
       */
      expires_at: string
      /** @description When its credits were on the balance; null before. ISO 8601, in UTC. */
      paid_at: string | null
    }
    /** @description Body of `POST /billing/checkout`. */
    CheckoutCreate: {
      /** @description What to pay, in US cents: 5 to 2,000 dollars. */
      amount_cents: number
    }
    /** @description What `POST /billing/checkout` answers. */
    CheckoutCreated: {
      /**
       * Format: uuid
       * @description Stands for `{checkout_id}` in paths. A UUID.
       */
      checkout_id: string
      /**
       * Format: uri
       * @description The page on which to pay.
       */
      checkout_url: string
    }
    /** @description Body of `POST /operator/dead-letters/discard`. */
    ChosenLetters: {
      /** @description Which ones, 100 at most. */
      ids: string[]
    }
    /** @description Body of `POST /oauth/register`. */
    ClientRegistration: {
      /** @description Addresses by https, or of native tools by http://127.0.0.1 and http://[::1]. */
      redirect_uris?: unknown
      /** @description What people are asked about. */
      client_name?: unknown
      /** @description `client_secret_basic`, `client_secret_post` or `none`. */
      token_endpoint_auth_method?: unknown
      /** @description `authorization_code`, `urn:ietf:params:oauth:grant-type:device_code`, or both. */
      grant_types?: unknown
    }
    /** @description What `POST /oauth/register` answers. */
    ClientRegistrationReply: {
      /** @description Names the tool from now on. */
      client_id: string
      /** @description When it was registered, in seconds since 1970. */
      client_id_issued_at: number
      /** @description Its secret, shown once; absent of a tool that can keep none. */
      client_secret?: string
      /**
       * @description Its secret does not end; absent where there is none.
       * @constant
       */
      client_secret_expires_at?: 0
      /** @description What people are asked about. */
      client_name: string
      /** @description Where people are sent back to. */
      redirect_uris: string[]
      /** @description How it says who it is. */
      token_endpoint_auth_method: string
      /** @description How it may come to a key. */
      grant_types: string[]
      /** @description What an authorization answers with. */
      response_types: string[]
      /**
       * @description What the key may do.
       * @constant
       */
      scope: 'scrape'
    }
    /** @description An account that is not connected with the provider yet. */
    ConnectionAsked: {
      /**
       * @description The provider is right, and a password is asked for.
       * @constant
       */
      status: 'password_required'
      /** @description What to do, in a sentence. */
      message: string
      /** @description Goes to `POST /auth/login/sso/connect`, with the password. */
      ticket: string
      /** @description The address, as the provider says it. */
      email: string
      /** @description Seconds that the ticket is good for. */
      expires_in: number
    }
    /** @description Body of `POST /auth/login/sso/connect`. */
    ConnectionProof: {
      /** @description That of the reply to `POST /auth/login/sso`. */
      ticket: string
      /** @description Of the account that has this address. */
      password: string
    }
    /** @description How much of the content was cut. */
    ContentTruncated: {
      /**
       * @description The content was cut.
       * @constant
       */
      truncated: true
      /** @description How many bytes of it were kept. */
      truncated_at_bytes: number
      /** @description How many bytes there were. */
      original_size_bytes: number
      /**
       * @description `response_body_cap`: max_response_bytes; `readability_output_cap`: what was made of the page is above 50 MB.
       * @enum {string}
       */
      truncation_reason: 'response_body_cap' | 'readability_output_cap'
    }
    /** @description Letters, digits and marks; no spaces, `=`, `;` or `,`. */
    CookieName: string
    /** @description What the cookie holds. */
    CookieValue: string
    /** @description Values of cookies by their names: at most 100. */
    Cookies: {
      [key: string]: components['schemas']['CookieValue']
    }
    /** @description Which tiers are tried, in which order, and what they may cost. */
    CostControls: {
      /** @description Start no tier that costs more credits. */
      max_credits?: number
      /** @description Another name of `max_credits`. */
      max_cost?: number
      /** @description Exactly this tier: "1" to "5", or its name (curl, http, stealth, light, browser, captcha). */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /** @description The highest tier to try; "4" when it is left out. "3.5" is as "3". */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /** @description Begin with the cheapest tier and try one after the other, also where only a browser can help. */
      prefer_cost?: boolean
      /** @description Begin with the browser. */
      prefer_speed?: boolean
      /** @description Try tiers 1 and 2 only. */
      fail_fast?: boolean
      /** @description Begin with the tier that is known to deliver at this host; 1 request in 20 still begins below it. */
      prefer_known?: boolean
      /** @description Seconds for all tiers together; the same as `timeout`, and the shorter of the two counts. */
      time_budget?: number
      /**
       * @deprecated
       * @description The same as prefer_cost or prefer_speed.
       * @enum {string}
       */
      prefer?: 'cost' | 'speed' | 'balanced'
      /**
       * @deprecated
       * @description The same as max_credits, of which a dollar has 5,000.
       */
      max_cost_dollars?: number
    }
    /** @description A crawl: how far it is, and what was found. */
    Crawl: {
      /**
       * Format: uuid
       * @description The crawl, which `GET /crawl/{crawl_id}` reads. A UUID.
       */
      crawl_id: string
      /** @description The start page; a login in it is shown as `***`. */
      url: string
      /**
       * @description `discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`: all have ended, and some were delivered; `failed`: none was.
       * @enum {string}
       */
      status: 'discovering' | 'running' | 'completed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Why no more pages are scraped, null while it runs. `exhausted`: there are no more; `robots`: robots.txt forbids the start page, or the start page forbids following its links; `expired`: 24 hours have passed. */
      end_reason:
        | (
            | 'exhausted'
            | 'max_pages'
            | 'max_credits'
            | 'cancelled'
            | 'start_page_failed'
            | 'robots'
            | 'expired'
          )
        | null
      /** @description What the crawl waits for, null while it does not. `caller`: to be resumed; else it goes on by itself when there is money again, or fewer of the account’s webhooks wait, for 24 hours. */
      paused_reason: ('caller' | 'insufficient_balance' | 'spend_limit' | 'waiting_webhooks') | null
      /** @description Pages that were taken on so far. */
      total: number
      /** @description Pages that have succeeded. */
      completed: number
      /** @description Pages that have failed, for good. */
      failed: number
      /** @description Pages that were cancelled before they ended. */
      cancelled: number
      /** @description Pages that have not ended. */
      pending: number
      /** @description The same as completed. */
      pages_scraped: number
      /** @description The same as failed. */
      pages_failed: number
      /** @description Pages that were taken on, and those that are known and will be. */
      pages_total: number
      /** @description Most pages that are scraped, as it was asked for. */
      max_pages: number
      /** @description Addresses within the bounds of the crawl that were found. */
      discovered: number
      /** @description Addresses that were left out, by reason. */
      skipped: {
        [key: string]: number
      }
      /** @description The first 100 of them for each reason, without those above 2,000 characters. Webhooks have none. */
      left_out?: {
        [key: string]: string[]
      }
      /** @description The first 200 addresses whose turn has not come, in their order; absent in webhooks. */
      waiting?: string[]
      /** @description Endless parts of the site that were left. */
      traps: {
        /** @description What the addresses have in common. */
        pattern: string
        /** @description Why it was taken for endless. */
        reason: string
        /** @description How many of its pages may bring nothing new before it is left. */
        budget: number
        /** @description How many of its pages were scraped. */
        pages: number
        /** @description How many of its addresses were left out. */
        skipped: number
      }[]
      /** @description What was found at the site: robots.txt, sitemaps. */
      site: {
        [key: string]: unknown
      }
      /** @description Credits that `max_pages` pages would cost at the tier that the start page is expected to need. */
      estimated_credits: number
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its last page had ended; null before. ISO 8601, in UTC. */
      completed_at: string | null
      /** @description When it was cancelled; null where it was not. ISO 8601, in UTC. */
      cancelled_at: string | null
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description Why no page could be scraped; of a crawl that has failed. */
      error?: string
      /** @description Most entries of `results`; present with them. */
      limit?: number
      /** @description Pages that were passed over; present with `results`. */
      offset?: number
      /** @description In the order in which pages were taken on; present once the crawl has ended, or with `include_results`. */
      results?: components['schemas']['CrawlPage'][]
    }
    /** @description What `POST /crawl` answers. */
    CrawlAccepted: {
      /**
       * Format: uuid
       * @description The crawl, which `GET /crawl/{crawl_id}` reads. A UUID.
       */
      crawl_id: string
      /**
       * @description `discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`: all have ended, and some were delivered; `failed`: none was.
       * @enum {string}
       */
      status: 'discovering' | 'running' | 'completed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description The most that will be scraped; how many there are shows as the crawl goes on. */
      estimated_pages: number
      /** @description Pages that were taken on so far: 0, as nothing has been looked at yet. */
      total_enqueued: number
      /** @description Credits for that many pages, by the tier that the start page is expected to need. */
      estimated_credits: number
      /** @description Where to go on, in a sentence. */
      message: string
      poll_url: components['schemas']['PollUrl']
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description Sentences about what was asked for and is not as it seems; absent where there is nothing to say. */
      warnings?: string[]
    }
    /** @description Data of the event `complete` of `GET /crawl/{crawl_id}/stream`. */
    CrawlCompleteEvent: {
      /**
       * @description How the crawl has ended.
       * @enum {string}
       */
      status: 'completed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Pages that were taken on so far. */
      total: number
      /** @description Pages that have succeeded. */
      completed: number
      /** @description Pages that have failed, for good. */
      failed: number
      /** @description Pages that were cancelled before they ended. */
      cancelled: number
    }
    /** @description Body of the webhook `crawl.completed`. */
    CrawlCompletedWebhook: {
      /**
       * Format: uuid
       * @description The crawl, which `GET /crawl/{crawl_id}` reads. A UUID.
       */
      crawl_id: string
      /** @description The start page; a login in it is shown as `***`. */
      url: string
      /**
       * @description `discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`: all have ended, and some were delivered; `failed`: none was.
       * @enum {string}
       */
      status: 'discovering' | 'running' | 'completed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Why no more pages are scraped, null while it runs. `exhausted`: there are no more; `robots`: robots.txt forbids the start page, or the start page forbids following its links; `expired`: 24 hours have passed. */
      end_reason:
        | (
            | 'exhausted'
            | 'max_pages'
            | 'max_credits'
            | 'cancelled'
            | 'start_page_failed'
            | 'robots'
            | 'expired'
          )
        | null
      /** @description What the crawl waits for, null while it does not. `caller`: to be resumed; else it goes on by itself when there is money again, or fewer of the account’s webhooks wait, for 24 hours. */
      paused_reason: ('caller' | 'insufficient_balance' | 'spend_limit' | 'waiting_webhooks') | null
      /** @description Pages that were taken on so far. */
      total: number
      /** @description Pages that have succeeded. */
      completed: number
      /** @description Pages that have failed, for good. */
      failed: number
      /** @description Pages that were cancelled before they ended. */
      cancelled: number
      /** @description Pages that have not ended. */
      pending: number
      /** @description The same as completed. */
      pages_scraped: number
      /** @description The same as failed. */
      pages_failed: number
      /** @description Pages that were taken on, and those that are known and will be. */
      pages_total: number
      /** @description Most pages that are scraped, as it was asked for. */
      max_pages: number
      /** @description Addresses within the bounds of the crawl that were found. */
      discovered: number
      /** @description Addresses that were left out, by reason. */
      skipped: {
        [key: string]: number
      }
      /** @description The first 100 of them for each reason, without those above 2,000 characters. Webhooks have none. */
      left_out?: {
        [key: string]: string[]
      }
      /** @description The first 200 addresses whose turn has not come, in their order; absent in webhooks. */
      waiting?: string[]
      /** @description Endless parts of the site that were left. */
      traps: {
        /** @description What the addresses have in common. */
        pattern: string
        /** @description Why it was taken for endless. */
        reason: string
        /** @description How many of its pages may bring nothing new before it is left. */
        budget: number
        /** @description How many of its pages were scraped. */
        pages: number
        /** @description How many of its addresses were left out. */
        skipped: number
      }[]
      /** @description What was found at the site: robots.txt, sitemaps. */
      site: {
        [key: string]: unknown
      }
      /** @description Credits that `max_pages` pages would cost at the tier that the start page is expected to need. */
      estimated_credits: number
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its last page had ended; null before. ISO 8601, in UTC. */
      completed_at: string | null
      /** @description When it was cancelled; null where it was not. ISO 8601, in UTC. */
      cancelled_at: string | null
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description Why no page could be scraped; of a crawl that has failed. */
      error?: string
      /**
       * @description What has happened: the crawl has ended, in whichever way.
       * @constant
       */
      event: 'crawl.completed'
    }
    /** @description What `POST /crawl/estimate` answers. */
    CrawlEstimate: {
      /** @description The start page. */
      url: string
      /** @description Within the bounds of the request. */
      estimated_pages: number
      /** @description Pages that were found by looking at the site. */
      min_pages: number
      /** @description Pages that there may be, with those that further links lead to. */
      max_pages: number
      /**
       * @description The tier that will probably deliver the start page.
       * @enum {string}
       */
      estimated_tier: '1' | '2' | '3' | '4' | '5' | '3.5'
      /** @description Credits that `estimated_pages` would cost at `estimated_tier`. */
      estimated_credits: number
      /** @description Credits that `min_pages` cost at the cheapest tier that the request may use. */
      min_credits: number
      /** @description Credits that `max_pages` cost at the dearest tier. */
      max_possible_credits: number
      /** @description The same as `estimated_credits`, in dollars. */
      estimated_cost_dollars: number
      /** @description The same as `min_credits`, in dollars. */
      min_cost_dollars: number
      /** @description The same as `max_possible_credits`, in dollars. */
      max_cost_dollars: number
      /**
       * @description How sure the estimate is, by what is known of the host.
       * @enum {string}
       */
      confidence: 'high' | 'medium' | 'low'
      /** @description What the estimate rests on, in a sentence. */
      reasoning: string
      /** @description Whether the site has a sitemap that could be read. */
      sitemap_found: boolean
      /** @description Sentences about what was asked for and is not as it seems; absent where there is nothing to say. */
      warnings?: string[]
    }
    /** @description A site that is scraped, and how each of its pages is. */
    CrawlEstimateRequest: {
      /** @description Where the crawl begins. */
      url: components['schemas']['HttpUrl']
      /** @description Most pages that are scraped. Exact: pages that failed do not count; a page of status 404 does. Default: 50. */
      max_pages?: number
      /** @description Most links from the start page; 0: the start page only. Pages of a sitemap are at depth 1. Default: 3. */
      max_depth?: number
      /** @description Globs on the path, of which one must match: `/blog/*` (one level), `/blog/**` (all below), `*.html`, `/{en,de}/**`. */
      include_patterns?: components['schemas']['PathPatterns']
      /** @description Globs on the path; a page that matches one is left out. */
      exclude_patterns?: components['schemas']['PathPatterns']
      /** @description `include`: sitemaps and feeds beside links; `skip`: links only; `only`: sitemaps and feeds only. */
      sitemap?: components['schemas']['SitemapMode']
      /** @description Path of a sitemap that stands at no usual place. */
      sitemap_path?: components['schemas']['SitemapPath']
      /** @description Whether pages of subdomains belong to the site. Default: false. */
      include_subdomains?: boolean
      /** @description Obey robots.txt, and what pages say to robots. Default: true. */
      respect_robots?: boolean
      /** @description Requests to the site at once; 10 by default. */
      max_concurrency?: number
      /** @description Least time between the starts of two requests to the site, in seconds. A longer `Crawl-delay` of robots.txt goes first. */
      delay?: number
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
      formats?: components['schemas']['FormatName'][]
      /** @description Fetch the page anew even when a cached page would do. Default: false. */
      force_refresh?: boolean
      /** @description Add `raw_html` to the reply. Default: false. */
      include_raw_html?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /** @description Answer from your cache when it has the page; that costs nothing. Default: false. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. Default: 3600. */
      cache_ttl?: number
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
      max_response_bytes?: number
      /** @description How every page is fetched, as for a scrape. */
      advanced?: {
        /** @description Render the page in a browser. `"auto"`: only where the page needs it, as without the option. */
        render_js?: boolean | 'auto'
        /** @description Make a picture of the page; needs `render_js`. */
        screenshot?: boolean
        /** @description Print the page as a PDF; needs `render_js`. */
        generate_pdf?: boolean
        /** @description Read the text of an image. */
        ocr?: boolean
        /** @description Languages of the text of an image, as Tesseract names them: `eng`, `deu`. */
        ocr_languages?: string[]
        /** @description Go through one of the operator's premium proxies. */
        use_proxy?: boolean
        /** @description Has no effect: name `markdown` in `formats`. */
        markdown?: boolean
        /**
         * @description State of the page that a browser waits for.
         * @enum {string}
         */
        wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
        /** @description A CSS selector to wait for, or a pause in milliseconds. */
        wait_for?: string | number
        /** @description How long `wait_for` waits for its selector, in milliseconds. Default: 30,000. */
        wait_for_timeout?: number
        /** @description Leave cookie banners out. Default: true. */
        remove_cookie_banners?: boolean
        /** @description Go through a proxy of your own. */
        use_own_proxy?: boolean
        /** @description Go through one of the operator's system proxies. */
        use_system_proxy?: boolean
        /** @description Which of your own proxies is used; needs `use_own_proxy`. */
        proxy_integration_id?: string
        /** @description Preferred country of the proxy; `location.country` goes first. */
        proxy_country?: string
        /**
         * Format: uuid
         * @description The same as `session_id` at the top level. A UUID.
         */
        session_id?: string
        /** @description Keep the cookies that the target sets in the session, for sites that give a new one with each page; needs a session of your own. */
        session_update?: boolean
        /** @description Cookies of this request, by name: at most 100. Not beside `session_id`. */
        cookies?: components['schemas']['Cookies']
        /** @description Headers of this request, by name: at most 50, none that the transport sets. They go before headers of the session that have the same name. */
        session_headers?: components['schemas']['RequestHeaders']
        /** @description Leave what surrounds the content out of Markdown and text. Default: true. */
        only_main_content?: boolean
        /** @description CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays. */
        include_selectors?: string[]
        /** @description CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`. */
        exclude_selectors?: string[]
        /** @description What `json_v2` leaves out. */
        section_filter?: {
          /** @description Leave out sections with fewer blocks than this; blocks of their subsections count. */
          min_content_blocks?: number
          /** @description Leave out sections that hold headings and images only. */
          content_only?: boolean
          /** @description Kinds of blocks that are left out everywhere. */
          exclude_content_types?: (
            | 'paragraph'
            | 'list'
            | 'table'
            | 'image'
            | 'code'
            | 'blockquote'
            | 'dl'
            | 'details'
          )[]
        }
        /** @description How the format `rag` is cut. */
        rag?: {
          /** @description Most tokens that a chunk has. Default: 512. */
          chunk_tokens?: number
          /** @description Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`. */
          overlap_tokens?: number
        }
        /** @description How the format `change_tracking` compares. */
        change_tracking?: {
          /** @description Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag. */
          tag?: string
          /**
           * @description `semantic` (default): what the page says, without layout, order, dates, counters, tokens and advertisements; `exact`: every line, link and image in its order.
           * @enum {string}
           */
          mode?: 'semantic' | 'exact'
        }
        /** @description The same as `evidence` at the top level. */
        evidence?: boolean
        /** @description Scroll down until nothing more is loaded. */
        scroll_to_load?: boolean
        /** @description How often `scroll_to_load` scrolls at most. */
        scroll_count?: number
        /** @description Load no images. */
        block_images?: boolean
        /** @description Load no advertisements. */
        block_ads?: boolean
        /** @description Be a phone. */
        mobile?: boolean
        /** @description Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its screen of 1,920 by 1,080 allows. */
        viewport?: {
          /** @description Width of the window, in pixels. */
          width: number
          /** @description Height of the window, in pixels. */
          height: number
        }
        /** @description Of a screenshot: the whole page, or with `false` what the window shows. Default: true. */
        full_page?: boolean
        /** @description With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No browser is used. Default: true. */
        follow_redirects?: boolean
        /** @description Requests of your account with the same word go through the same exit of a proxy of the operator, as long as it is there. */
        proxy_session?: string
        /** @description What the site is told to be visited by. What goes with the name (client hints, platform, phone or desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site asks for it. */
        user_agent?: string
        /** @description Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written as Chrome does, and of the browser. In place of `location.language`. */
        accept_language?: string
        /** @description Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do. */
        prefer_markdown?: boolean
        /** @description Give in `request_headers` what the page was asked for with. Default: false. */
        include_request_headers?: boolean
        /** @description Give in `captured_xhr` what the page has fetched by itself. */
        capture_xhr?: boolean
        /** @description Steps on the rendered page, one after the other. One that fails ends them. */
        actions?: components['schemas']['Actions']
        /**
         * @deprecated
         * @description The same as max_concurrency.
         */
        max_concurrency?: number
        /**
         * @deprecated
         * @description The same as delay.
         */
        delay?: number
        /**
         * @deprecated
         * @description The same as `timeout`, in seconds.
         */
        timeout?: number
      }
      /** @description As for a scrape, of every page; but `max_credits` is for the whole crawl, and exact. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /**
       * @deprecated
       * @description The fields of a template that is stored nowhere, as published clients send them.
       */
      extract_rules?: components['schemas']['TemplateFields']
      /**
       * @description With mode `pdf`: the format, where `formats` names none.
       * @enum {string}
       */
      pdf_format?: 'markdown' | 'text'
      /**
       * @deprecated
       * @description With mode "ocr" the same as advanced.ocr_languages, else as location.language.
       */
      language?: string
      /**
       * @deprecated
       * @description The same as advanced.render_js.
       */
      render_js?: boolean | 'auto'
      /**
       * @deprecated
       * @description The same as advanced.screenshot.
       */
      screenshot?: boolean
      /**
       * @deprecated
       * @description The same as advanced.generate_pdf.
       */
      generate_pdf?: boolean
      /**
       * @deprecated
       * @description The same as advanced.include_selectors.
       */
      include_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.exclude_selectors.
       */
      exclude_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.markdown.
       */
      markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for_selector?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_time?: number
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.scroll_to_load.
       */
      enable_scroll?: boolean
      /**
       * @deprecated
       * @description The same as advanced.viewport.
       */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /**
       * @deprecated
       * @description The same as advanced.full_page.
       */
      full_page?: boolean
      /**
       * @deprecated
       * @description The same as advanced.follow_redirects.
       */
      follow_redirects?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_session.
       */
      proxy_session?: string
      /**
       * @deprecated
       * @description The same as advanced.user_agent.
       */
      user_agent?: string
      /**
       * @deprecated
       * @description The same as advanced.accept_language.
       */
      accept_language?: string
      /**
       * @deprecated
       * @description The same as advanced.prefer_markdown.
       */
      prefer_markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.mobile.
       */
      mobile?: boolean
      /**
       * @deprecated
       * @description The same as advanced.block_images.
       */
      block_resources?: string[]
      /**
       * @deprecated
       * @description The same as advanced.ocr_languages.
       */
      ocr_language?: string
      /**
       * @deprecated
       * @description The same as advanced.use_proxy.
       */
      use_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.use_own_proxy.
       */
      use_own_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_country.
       */
      proxy_country?: string
      /**
       * @deprecated
       * @description The same as advanced.cookies.
       */
      cookies?: components['schemas']['Cookies'] | string
      /**
       * @deprecated
       * @description The same as advanced.session_headers.
       */
      headers?: components['schemas']['RequestHeaders']
      /**
       * @deprecated
       * @description The same as location.country.
       */
      country?: string
      /**
       * @deprecated
       * @description The same as cost_controls.max_credits.
       */
      max_credits?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_cost.
       */
      max_cost?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_tier.
       */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_cost.
       */
      prefer_cost?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_speed.
       */
      prefer_speed?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.fail_fast.
       */
      fail_fast?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.time_budget.
       */
      time_budget?: number
      /**
       * @deprecated
       * @description Has no effect: what a page declares as data (JSON-LD, microdata) is always read first.
       */
      promote_schema_org?: boolean
      /**
       * @deprecated
       * @description Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all.
       */
      filter_content?: boolean
      /**
       * @deprecated
       * @description Has no effect: name the session in session_id.
       */
      use_session?: boolean
      /**
       * @deprecated
       * @description Has no effect: walls are met by climbing the tiers.
       */
      asp?: boolean
      /**
       * @deprecated
       * @description Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser.
       */
      min_tier?: unknown
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_width?: number
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_height?: number
      /** @description Receives the end of the crawl (`crawl.completed`); https. */
      webhook_url?: components['schemas']['WebhookUrl']
      webhook_headers?: components['schemas']['WebhookHeaders']
      /** @description Whether `webhook_url` also receives the end of each page (`job.completed`, `job.failed`). Default: false. */
      webhook_pages?: boolean
      /**
       * @description Has no effect: a crawl is never waited for.
       * @constant
       */
      sync?: false
    }
    /** @description What `GET /crawls` answers. */
    CrawlList: {
      /** @description The newest first. */
      crawls: components['schemas']['CrawlListEntry'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description A crawl, as a list shows it. */
    CrawlListEntry: {
      /**
       * Format: uuid
       * @description The crawl, which `GET /crawl/{crawl_id}` reads. A UUID.
       */
      crawl_id: string
      /** @description The start page; a login in it is shown as `***`. */
      url: string
      /**
       * @description `discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`: all have ended, and some were delivered; `failed`: none was.
       * @enum {string}
       */
      status: 'discovering' | 'running' | 'completed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Why no more pages are scraped, null while it runs. `exhausted`: there are no more; `robots`: robots.txt forbids the start page, or the start page forbids following its links; `expired`: 24 hours have passed. */
      end_reason:
        | (
            | 'exhausted'
            | 'max_pages'
            | 'max_credits'
            | 'cancelled'
            | 'start_page_failed'
            | 'robots'
            | 'expired'
          )
        | null
      /** @description What the crawl waits for, null while it does not. `caller`: to be resumed; else it goes on by itself when there is money again, or fewer of the account’s webhooks wait, for 24 hours. */
      paused_reason: ('caller' | 'insufficient_balance' | 'spend_limit' | 'waiting_webhooks') | null
      /** @description Pages that were taken on so far. */
      total: number
      /** @description Pages that have succeeded. */
      completed: number
      /** @description Pages that have failed, for good. */
      failed: number
      /** @description Pages that were cancelled before they ended. */
      cancelled: number
      /** @description Pages that have not ended. */
      pending: number
      /** @description Most pages that are scraped, as it was asked for. */
      max_pages: number
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its last page had ended; null before. ISO 8601, in UTC. */
      completed_at: string | null
    }
    /** @description A page of a crawl, and what has become of it. */
    CrawlPage: {
      /** @description The page; a login in it is shown as `***`. */
      url: string
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /**
       * @description How far its job is: `pending` until a worker begins, then `running`, then one of the others.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Links from the start page. */
      depth: number
      /** @description Where it was found: `start`, `link`, `sitemap`, `feed`, `canonical` or `redirect`. */
      source: string
      /** @description HTTP status of the target’s answer; of a page that was delivered. */
      status_code?: number
      /** @description Of a page that was delivered: its title. */
      title?: string
      /** @description Credits charged; of a page that was delivered. */
      credits?: number
      /**
       * Format: uuid
       * @description Of a page without news: the job whose page has shown the same content before. A UUID.
       */
      duplicate_of?: string
      /** @description The message of its error; of a page that has failed or was cancelled. */
      error?: string
      /** @description The code of its error; of a page that has failed or was cancelled. */
      error_code?: string
      /** @description Of a page that was delivered, while results are kept. */
      result?: components['schemas']['ScrapeResult']
    }
    /**
     * @description Body of `POST /manual-logins/{manual_login_id}/tickets`.
     * @default {}
     */
    CreateManualLoginTicketRequest: components['schemas']['ManualLoginTicketCreate']
    /** @description Body of `POST /operator/accounts/{account_id}/credits`. */
    CreditGrant: {
      /** @description Credits that its balance gets. */
      credits: number
      /** @description For the ledger. Default: "by the operator". */
      note?: string
      /** @description Such as an invoice number: the same one adds its credits once. */
      reference?: string
    }
    /** @description What `POST /operator/accounts/{account_id}/credits` answers. */
    CreditGranted: {
      /**
       * Format: uuid
       * @description Stands for `{account_id}` in paths. A UUID.
       */
      account_id: string
      /** @description Credits that were added; 0 where this `reference` had added them before. */
      granted_credits: number
      /** @description Credits of the balance then, without what open requests hold. */
      available_credits: number
    }
    /** @description Something that the service has given up. */
    DeadLetter: {
      /** @description Its kind and its UUID: `job_…`, `webhook_…` or `mail_…`. */
      id: string
      /**
       * @description `job`: it failed by a fault of the service (`INTERNAL`, `OUTCOME_UNKNOWN`); `webhook`: all attempts failed; `mail`: it was tried three times, and waits.
       * @enum {string}
       */
      kind: 'job' | 'webhook' | 'mail'
      /** @description Whose it is; null of mails. A UUID. */
      account_id: string | null
      /** @description The page, the event and its receiver, or nothing of a mail, which is sealed. */
      what: string
      /** @description The code of the error, or the status that the receiver answered; null: there was none. */
      code: string | null
      /** @description What went wrong; null: it is not known. */
      reason: string | null
      /**
       * Format: date-time
       * @description When it was given up. ISO 8601, in UTC.
       */
      died_at: string
      /** @description Why it cannot be put back; null where it can. */
      obstacle: string | null
    }
    /** @description What `GET /operator/dead-letters` answers. */
    DeadLetters: {
      /** @description The newest first. */
      letters: components['schemas']['DeadLetter'][]
    }
    /** @description Body of `POST /scrape/demo`. */
    DemoRequest: {
      /** @description The page to fetch. */
      url: components['schemas']['HttpUrl']
    }
    /** @description What `POST /oauth/device_authorization` answers. */
    DeviceAuthorization: {
      /** @description What the device polls `POST /oauth/token` with. */
      device_code: string
      /** @description What the person types on the page. */
      user_code: string
      /** @description The page that the person opens. */
      verification_uri: string
      /** @description The same with the code, such as for a QR code. */
      verification_uri_complete: string
      /** @description Seconds that both codes are good for. */
      expires_in: number
      /** @description Seconds between two polls. */
      interval: number
    }
    /** @description Body of `POST /oauth/device_authorization`. */
    DeviceAuthorizationRequest: {
      /** @description The tool: its `client_id`, or the address of its metadata document where the server takes such. */
      client_id?: string | null
      /** @description The secret of the tool, unless it comes by HTTP Basic or has none. */
      client_secret?: string | null
      /** @description `scrape`, the only one; also where it is left out. */
      scope?: string | null
      /** @description A label for the name of the key. */
      source?: string | null
      /** @description RFC 8707: an address of this API, as its protected resource metadata names it. */
      resource?: (string | string[]) | null
    }
    /** @description Body of `POST /oauth/device/decide`. */
    DeviceDecision: {
      /** @description As the device shows it, in any letter case. */
      user_code: string
      /** @description Whether the tool gets a key. */
      allow: boolean
    }
    /** @description What `POST /oauth/device/decide` answers. */
    DeviceDecisionReply: {
      /**
       * @description What was decided.
       * @enum {string}
       */
      status: 'allowed' | 'denied'
    }
    /** @description Body of `POST /oauth/device/ask`. */
    DeviceQuestion: {
      /** @description As the device shows it, in any letter case. */
      user_code: string
    }
    /** @description What `POST /oauth/device/ask` answers. */
    DeviceQuestionReply: {
      /** @description What the tool is called. */
      client_name: string
      /** @description What the key will be called. */
      key_name: string
    }
    /** @description Body of `PUT /operator/blocked-domains/{domain}`. */
    DomainBlock: {
      /** @description Why, for the audit log. */
      reason?: string
    }
    /** @description What `PUT /operator/blocked-domains/{domain}` answers. */
    DomainBlocked: {
      /** @description The domain, as it is compared: in small letters, and in ASCII. */
      domain: string
      /** @description Whether it is blocked now, with its subdomains. */
      blocked: boolean
      /** @description False: it was so already. */
      changed: boolean
    }
    /** @description What `POST /auth/confirm-email` answers. */
    Done: {
      /** @description What was done. */
      status: string
    }
    /** @description An e-mail address, compared in small letters. */
    Email: string
    /** @description Body of `POST /auth/email`. */
    EmailChange: {
      /** @description The new address, which a mail is sent to. */
      email: components['schemas']['Email']
      /** @description Your password, to show that it is you. */
      password: string
      /** @description Of the authenticator app, or a recovery code; required of who has a second factor. */
      code?: string
    }
    /** @description The body of every error. */
    ErrorReply: {
      /**
       * @description The code of the error, for programs; `docs/reference/errors.md` says when each comes.
       * @enum {string}
       */
      error:
        | 'INVALID_REQUEST'
        | 'INVALID_JSON'
        | 'URL_NOT_ALLOWED'
        | 'SESSION_DOMAIN_MISMATCH'
        | 'SESSION_COOKIES_CONFLICT'
        | 'UNAUTHENTICATED'
        | 'INSUFFICIENT_BALANCE'
        | 'FORBIDDEN'
        | 'NOT_FOUND'
        | 'JOB_NOT_FOUND'
        | 'SESSION_NOT_FOUND'
        | 'METHOD_NOT_ALLOWED'
        | 'REQUEST_TIMEOUT'
        | 'CONFLICT'
        | 'CANCELLED'
        | 'IDEMPOTENCY_IN_PROGRESS'
        | 'JOB_EXPIRED'
        | 'SESSION_EXPIRED'
        | 'SESSION_INACTIVE'
        | 'PAYLOAD_TOO_LARGE'
        | 'UNSUPPORTED_CONTENT_TYPE'
        | 'ALL_TIERS_FAILED'
        | 'BUDGET_EXCEEDED'
        | 'EXTRACTION_FAILED'
        | 'OUTCOME_UNKNOWN'
        | 'RESOURCE_LIMIT_EXCEEDED'
        | 'IDEMPOTENCY_CONFLICT'
        | 'RATE_LIMITED'
        | 'CONCURRENCY_LIMITED'
        | 'SPEND_LIMIT_EXCEEDED'
        | 'SESSION_LIMIT_REACHED'
        | 'BATCH_LIMIT_REACHED'
        | 'CRAWL_LIMIT_REACHED'
        | 'INTERNAL'
        | 'NOT_IMPLEMENTED'
        | 'QUEUE_UNAVAILABLE'
        | 'SERVICE_UNAVAILABLE'
      /** @description What is wrong and what to do about it, for people. */
      message: string
      /** @description The same as `message`. */
      detail: string
      /** @description What a program can use of this error; which fields there are depends on its code, and there may be none. */
      details?: {
        /** @description What is wrong, field by field; of a request that is not as it must be. */
        issues?: {
          /** @description Where in the request it is, with dots: `advanced.cookies.0.name`; empty for the whole of it. */
          path: string
          /** @description What is wrong there, and what would be right. */
          message: string
        }[]
        /** @description How many more issues there are; absent where `issues` has all. */
        issues_omitted?: number
        /** @description Of a batch: the entries of `urls` that have issues. */
        bad_indexes?: number[]
        /** @description Of a batch that was sent as CSV: the lines that have issues, from 1. */
        bad_lines?: number[]
      } & {
        [key: string]: unknown
      }
      /** @description Finds the request in the logs of the operator; the header `X-Request-Id` says the same. */
      request_id: string
      /** @description Of a scrape that failed: its attempts. */
      billing?: components['schemas']['Billing']
    }
    /** @description One attempt, at one tier. */
    Escalation: {
      /**
       * @description The tier of the attempt.
       * @enum {string}
       */
      tier: '1' | '2' | '3' | '4' | '5' | '3.5'
      /**
       * @description Whether the tier delivered.
       * @enum {string}
       */
      result: 'success' | 'failed'
      /** @description Credits charged for it. */
      credits: number
      /** @description The same in dollars. */
      cost: number
      /** @description How long the attempt took, in milliseconds. */
      duration_ms: number
      /** @description Why the tier did not deliver; absent where it did. */
      error?: string
    }
    /** @description What `POST /scrape/estimate` answers. */
    Estimate: {
      /** @description The page, as it was asked for. */
      url: string
      /**
       * @description The tier that will probably deliver.
       * @enum {string}
       */
      estimated_tier: '1' | '2' | '3' | '4' | '5' | '3.5'
      /** @description The name of estimated_tier, such as "browser". */
      tier_name: string
      /** @description Credits that it will probably cost, at `estimated_tier` with the options of the request. */
      estimated_credits: number
      /** @description Credits that it costs at the dearest tier that the request may use. */
      max_possible_credits: number
      /** @description The same as `estimated_credits`, in dollars. */
      estimated_cost_dollars: number
      /** @description Dollars that it costs at the cheapest tier that the request may use. */
      min_cost_dollars: number
      /** @description The same as `max_possible_credits`, in dollars. */
      max_cost_dollars: number
      /** @description What it costs at each tier that the request may use, in the order in which they are tried. */
      tiers: {
        /**
         * @description A tier that the request may use.
         * @enum {string}
         */
        tier: '1' | '2' | '3' | '4' | '5' | '3.5'
        /** @description Its name, such as "browser". */
        name: string
        /** @description Credits that it costs if this tier delivers, with all options. */
        credits: number
      }[]
      /**
       * @description How sure the estimate is, by what is known of the host.
       * @enum {string}
       */
      confidence: 'high' | 'medium' | 'low'
      /** @description What the estimate rests on, in a sentence. */
      reasoning: string
      /** @description Sentences about what was asked for and is not as it seems; absent where there is nothing to say. */
      warnings?: string[]
    }
    /** @description What `POST /billing/webhooks/stripe` answers. */
    EventReceived: {
      /**
       * @description The event was taken.
       * @constant
       */
      received: true
    }
    /** @description A place of your own that exports are written to. */
    ExportDestination: {
      /**
       * Format: uuid
       * @description Stands for `{destination_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /**
       * @description What it is: an S3-compatible store, a folder of the server, or a webhook.
       * @enum {string}
       */
      type: 's3' | 'folder' | 'webhook'
      /** @description Of `s3`: address of the store. */
      endpoint?: string
      /** @description Of `s3`: the bucket of the store. */
      bucket?: string
      /** @description Of `s3`: the region; absent where none was named. */
      region?: string
      /** @description Of `s3`: put before the name of every object; absent where nothing is. */
      prefix?: string
      /**
       * @description Of `s3`: where the bucket stands; absent: in the path.
       * @enum {string}
       */
      addressing?: 'path' | 'virtual_host'
      /** @description Of `s3`: the last four characters of `access_key_id`. */
      access_key_suffix?: string
      /** @description Of `folder`: the folder. */
      path?: string
      /** @description Of `webhook`: where the rows go. */
      url?: string
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description When an export was last written to it; null: never. ISO 8601, in UTC. */
      last_used_at: string | null
    }
    /** @description Body of `POST /exports`. */
    ExportDestinationCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /**
       * @description `s3`: an S3-compatible store; `folder`: a folder of the server; `webhook`: an address of yours.
       * @enum {string}
       */
      type: 's3' | 'folder' | 'webhook'
      /** @description Address of an S3-compatible store, without the bucket. */
      endpoint?: components['schemas']['HttpUrl']
      /** @description The bucket of the store. */
      bucket?: string
      /** @description The region of the store. Default: `us-east-1`, which stores without regions take. */
      region?: string
      /** @description Put before the name of every object. */
      prefix?: string
      /**
       * @description Whether the bucket stands in the path (default) or before the host name.
       * @enum {string}
       */
      addressing?: 'path' | 'virtual_host'
      /** @description Names the credentials of the store. */
      access_key_id?: string
      /** @description Write-only: stored sealed, and never shown. */
      secret_access_key?: string
      /** @description A folder at or below one of the operator’s EXPORT_FOLDERS. */
      path?: string
      /** @description Receives the rows in signed requests of up to 1 MB. */
      url?: components['schemas']['WebhookUrl']
    }
    /** @description What `GET /exports` answers. */
    ExportDestinationList: {
      /** @description The oldest first. */
      destinations: components['schemas']['ExportDestination'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of `PATCH /exports/{destination_id}`. */
    ExportDestinationUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description Address of an S3-compatible store, without the bucket. */
      endpoint?: components['schemas']['HttpUrl']
      /** @description The bucket of the store. */
      bucket?: string
      /** @description The region of the store. Default: `us-east-1`, which stores without regions take. */
      region?: string
      /** @description Put before the name of every object. */
      prefix?: string
      /**
       * @description Whether the bucket stands in the path (default) or before the host name.
       * @enum {string}
       */
      addressing?: 'path' | 'virtual_host'
      /** @description Names the credentials of the store. */
      access_key_id?: string
      /** @description Write-only: stored sealed, and never shown. */
      secret_access_key?: string
      /** @description A folder at or below one of the operator’s EXPORT_FOLDERS. */
      path?: string
      /** @description Receives the rows in signed requests of up to 1 MB. */
      url?: components['schemas']['WebhookUrl']
    }
    /** @description An object that was written, or is. */
    ExportObject: {
      /** @description Below the prefix of its destination; of `files` their folder. */
      name: string
      /** @description How many rows or pages it holds. */
      rows: number
      /** @description How many bytes it has. */
      bytes: number
      /** @description Whether it is written to its end. */
      is_complete: boolean
    }
    /** @description Body of `POST /batch/{batch_id}/export`. */
    ExportRequest: {
      /**
       * Format: uuid
       * @description One of `GET /exports`. A UUID.
       */
      destination_id: string
      /**
       * @description `files`: a file a page, or more. A webhook takes `jsonl` alone.
       * @enum {string}
       */
      format: 'jsonl' | 'csv' | 'parquet' | 'warc' | 'wacz' | 'files'
      /**
       * @description How objects are compressed; archives always are. Default: `snappy` for Parquet, else `none`.
       * @enum {string}
       */
      compression?: 'none' | 'gzip' | 'snappy'
      /** @description Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all. */
      fields?: unknown
      /**
       * @description An object for each day (UTC) of the scrapes, below `date=2026-11-24/`.
       * @constant
       */
      partition_by?: 'date'
      /**
       * @description Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors.
       * @default false
       */
      include_failed: boolean
      /**
       * @description Also the screenshots and PDFs of the pages, and pages that are files themselves (PDF, office document, picture; column `document_file`), below `files/`; not to a webhook.
       * @default false
       */
      include_files: boolean
      /** @description Of `files`: which ones of each page. Default: `md`. */
      page_files?: unknown
      /**
       * @description Of `csv`: whether cells that a spreadsheet would run as a formula (they begin with = + - @, a tab or a line end) get a leading apostrophe.
       * @default true
       */
      escape_formulas: boolean
    }
    /** @description Body of `POST /batch/{batch_id}/export`. */
    ExportRequestInput: {
      /**
       * Format: uuid
       * @description One of `GET /exports`. A UUID.
       */
      destination_id: string
      /**
       * @description `files`: a file a page, or more. A webhook takes `jsonl` alone.
       * @enum {string}
       */
      format: 'jsonl' | 'csv' | 'parquet' | 'warc' | 'wacz' | 'files'
      /**
       * @description How objects are compressed; archives always are. Default: `snappy` for Parquet, else `none`.
       * @enum {string}
       */
      compression?: 'none' | 'gzip' | 'snappy'
      /** @description Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all. */
      fields?: (
        | 'job_id'
        | 'url'
        | 'final_url'
        | 'status'
        | 'status_code'
        | 'title'
        | 'author'
        | 'published_at'
        | 'scraped_at'
        | 'tier'
        | 'credits'
        | 'markdown'
        | 'text'
        | 'html'
        | 'json'
        | 'json_v2'
        | 'rag'
        | 'links'
        | 'images'
        | 'tables'
        | 'content'
        | 'raw'
        | 'bytes'
        | 'change_tracking'
        | 'summary'
        | 'data'
        | 'metadata'
        | 'headers'
        | 'screenshot_url'
        | 'pdf_url'
        | 'document_url'
        | 'document_file'
        | 'result_url'
        | 'error'
        | 'error_code'
      )[]
      /**
       * @description An object for each day (UTC) of the scrapes, below `date=2026-11-24/`.
       * @constant
       */
      partition_by?: 'date'
      /** @description Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors. Default: false. */
      include_failed?: boolean
      /** @description Also the screenshots and PDFs of the pages, and pages that are files themselves (PDF, office document, picture; column `document_file`), below `files/`; not to a webhook. Default: false. */
      include_files?: boolean
      /** @description Of `files`: which ones of each page. Default: `md`. */
      page_files?: ('md' | 'html' | 'json')[]
      /** @description Of `csv`: whether cells that a spreadsheet would run as a formula (they begin with = + - @, a tab or a line end) get a leading apostrophe. Default: true. */
      escape_formulas?: boolean
    }
    /** @description An export of a batch or a crawl. */
    ExportRun: {
      /**
       * Format: uuid
       * @description Stands for `{export_id}` in paths. A UUID.
       */
      export_id: string
      /** @description Null once the destination is deleted. A UUID. */
      destination_id: string | null
      /** @description Of an export of a batch: the batch. */
      batch_id?: string
      /**
       * Format: uuid
       * @description Of an export of a crawl: the crawl. A UUID.
       */
      crawl_id?: string
      /**
       * @description How far it is; one that fails is tried again until `deadline_at`.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
      /**
       * @description What the objects are, as it was asked for.
       * @enum {string}
       */
      format: 'jsonl' | 'csv' | 'parquet' | 'warc' | 'wacz' | 'files'
      /**
       * @description How the objects are compressed.
       * @enum {string}
       */
      compression: 'none' | 'gzip' | 'snappy'
      /** @description Pages that the destination has taken. */
      rows: number
      /** @description Pages that it is to write; null before it has begun. */
      total_rows: number | null
      /** @description Bytes that the destination has taken. */
      bytes: number
      /** @description The first 100. Each export of the same in the same form has the same names. */
      objects: components['schemas']['ExportObject'][]
      /** @description Why it failed; while it runs, why its last try did; null where nothing did. */
      error: string | null
      /** @description The code of that error; null where there is none. */
      error_code:
        | (
            | 'INVALID_REQUEST'
            | 'INVALID_JSON'
            | 'URL_NOT_ALLOWED'
            | 'SESSION_DOMAIN_MISMATCH'
            | 'SESSION_COOKIES_CONFLICT'
            | 'UNAUTHENTICATED'
            | 'INSUFFICIENT_BALANCE'
            | 'FORBIDDEN'
            | 'NOT_FOUND'
            | 'JOB_NOT_FOUND'
            | 'SESSION_NOT_FOUND'
            | 'METHOD_NOT_ALLOWED'
            | 'REQUEST_TIMEOUT'
            | 'CONFLICT'
            | 'CANCELLED'
            | 'IDEMPOTENCY_IN_PROGRESS'
            | 'JOB_EXPIRED'
            | 'SESSION_EXPIRED'
            | 'SESSION_INACTIVE'
            | 'PAYLOAD_TOO_LARGE'
            | 'UNSUPPORTED_CONTENT_TYPE'
            | 'ALL_TIERS_FAILED'
            | 'BUDGET_EXCEEDED'
            | 'EXTRACTION_FAILED'
            | 'OUTCOME_UNKNOWN'
            | 'RESOURCE_LIMIT_EXCEEDED'
            | 'IDEMPOTENCY_CONFLICT'
            | 'RATE_LIMITED'
            | 'CONCURRENCY_LIMITED'
            | 'SPEND_LIMIT_EXCEEDED'
            | 'SESSION_LIMIT_REACHED'
            | 'BATCH_LIMIT_REACHED'
            | 'CRAWL_LIMIT_REACHED'
            | 'INTERNAL'
            | 'NOT_IMPLEMENTED'
            | 'QUEUE_UNAVAILABLE'
            | 'SERVICE_UNAVAILABLE'
          )
        | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When it began; null before. ISO 8601, in UTC. */
      started_at: string | null
      /** @description When it ended, or was cancelled; null before. ISO 8601, in UTC. */
      ended_at: string | null
      /**
       * Format: date-time
       * @description What is not written by then fails. ISO 8601, in UTC.
       */
      deadline_at: string
      /** @description Path at which it is read. */
      status_url: string
      /** @description Of a 202. */
      poll_url?: components['schemas']['PollUrl']
    }
    /** @description What `GET /exports/runs` answers. */
    ExportRunList: {
      /** @description The newest first. */
      exports: components['schemas']['ExportRun'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `POST /exports/{destination_id}/test` answers. */
    ExportTestResult: {
      /** @description Whether something could be written there. */
      ok: boolean
      /** @description How long it took, in milliseconds. */
      latency_ms: number
      /** @description What went wrong, and what may help; absent with `ok`. */
      error?: string
    }
    /** @description An extraction that goes on, or of archived pages a batch of them. */
    ExtractAccepted:
      | {
          /**
           * Format: uuid
           * @description The extraction, which `GET /jobs/{job_id}` reads by the same id. A UUID.
           */
          extract_id: string
          /**
           * Format: uuid
           * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
           */
          job_id: string
          /**
           * @description How far it is: `pending` until a worker begins, then `running`.
           * @enum {string}
           */
          status: 'pending' | 'running'
          poll_url: components['schemas']['PollUrl']
        }
      | {
          /** @description A batch as `POST /batch` makes one, whose items are the extractions. */
          batch_id: string
          /**
           * @description Nothing of it has begun.
           * @constant
           */
          status: 'pending'
          /** @description Extractions that were taken on, one for each page. */
          total_jobs: number
          /** @description The job of each page: UUIDs. */
          job_ids: string[]
          /** @description Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000. */
          estimated_credits: number
          /** @description Archived pages of the batch or crawl altogether. */
          total_pages: number
          poll_url: components['schemas']['PollUrl']
        }
    /** @description What the versions of a page say, over time. */
    ExtractHistory: {
      /**
       * Format: uuid
       * @description Also the id of a batch, whose items read the versions. A UUID.
       */
      extract_id: string
      /**
       * Format: uuid
       * @description Stands for `{monitor_id}` in paths. A UUID.
       */
      monitor_id: string
      /** @description Address of the page. */
      url: string
      /**
       * @description `completed`: all versions that were asked for are read, or have failed.
       * @enum {string}
       */
      status: 'pending' | 'completed'
      /** @description The oldest first; versions that say the same one after the other are one row. */
      rows: {
        /**
         * Format: date-time
         * @description When the page said so first. ISO 8601, in UTC.
         */
        checked_at: string
        /**
         * Format: date-time
         * @description Of the last version behind it that says the same. ISO 8601, in UTC.
         */
        last_checked_at: string
        /** @description How many versions, one after the other, say so. */
        versions: number
        /** @description The extracted fields; null where a version could not be read. */
        data: unknown
        /**
         * Format: uuid
         * @description Of the first version: GET /jobs/{job_id} has the whole result. A UUID.
         */
        job_id: string
        /** @description Why the version could not be read; absent where it was. */
        error?: string
      }[]
      /** @description How many versions there are, and how they have come out. */
      versions: {
        /** @description Kept of the page within `from` and `to`, when it was asked. */
        total: number
        /** @description How many of them are read by this extraction. */
        asked: number
        /** @description How many have been read. */
        read: number
        /** @description How many could not be read. */
        failed: number
      }
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /** @description While versions are still read: where it is read again, as a whole address. */
      poll_url?: components['schemas']['PollUrl']
    }
    /** @description Body of `POST /extract`. */
    ExtractRequest: {
      /** @description The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either this or `url`. */
      content?: string
      /** @description A page that is fetched as by `POST /scrape`; the price of its tier and options is added. */
      url?: components['schemas']['HttpUrl']
      /**
       * Format: uuid
       * @description A page that is in your archive (`PUT /archive`): it is read anew, and not fetched. A UUID.
       */
      job_id?: string
      /** @description All archived pages of a batch. They are read as a batch of their own: the answer is 202. */
      batch_id?: string
      /**
       * Format: uuid
       * @description All archived pages of a crawl, likewise. A UUID.
       */
      crawl_id?: string
      /**
       * Format: uuid
       * @description The versions of a page that a monitor has kept: the answer is what each says, over time. With `url` where it watches several pages. A UUID.
       */
      monitor_id?: string
      /**
       * Format: date-time
       * @description With monitor_id: no version from before. ISO 8601.
       */
      from?: string
      /**
       * Format: date-time
       * @description With monitor_id: no version from after. ISO 8601.
       */
      to?: string
      /** @description With batch_id, crawl_id or monitor_id: how many pages or versions are read. Default: 1000. */
      limit?: number
      /** @description With batch_id, crawl_id or monitor_id: how many are passed over. Default: 0. */
      offset?: number
      /**
       * @description What content is; html by default, and pdf where it begins as the base64 of one.
       * @enum {string}
       */
      content_type?: 'html' | 'text' | 'markdown' | 'pdf'
      /** @description Where `content` is from: links are resolved against it. It is never fetched. */
      source_url?: components['schemas']['HttpUrl']
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /**
       * @description A ready-made schema; `extraction_schema` goes first. Without either: what the page is about, as one object.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /**
       * @deprecated
       * @description The same as extraction_profile.
       * @enum {string}
       */
      extraction_template?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description Name or id of a template of yours (`/templates`), or one that is stored nowhere: `{"fields": {"price": ".price"}}`; in place of a schema. */
      template?: string | components['schemas']['InlineTemplate']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /** @description Formats of the reply. Default: ["json"]. */
      formats?: (
        | 'markdown'
        | 'text'
        | 'html'
        | 'json'
        | 'json_v2'
        | 'rag'
        | 'links'
        | 'images'
        | 'tables'
        | 'content'
        | 'raw'
        | 'bytes'
      )[]
      /** @description Add the passage of the page, or the source, that each field was taken from. Default: false. */
      evidence?: boolean
      /**
       * @description `auto`: the same extraction again is answered from your cache, free of charge; `only`: from the cache or 404; `skip`: never from the cache. Default: "auto".
       * @enum {string}
       */
      cache?: 'auto' | 'skip' | 'only'
      /** @description How old a cached extraction may be, in seconds. Default: 3600. */
      cache_ttl?: number
      /** @description Seconds for everything, waiting included. Default: 110. */
      timeout?: number
      /** @description How the page is fetched and read. */
      advanced?: components['schemas']['AdvancedOptions']
      /** @description Which tiers are tried, and what they may cost. */
      cost_controls?: components['schemas']['CostControls']
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
    }
    /** @description What was extracted from a page. */
    ExtractResult: {
      /**
       * Format: uuid
       * @description Also the id of its job: GET /jobs/{job_id} gives the page once more for 24 hours. A UUID.
       */
      extract_id: string
      /** @description By format. `json` holds the extracted fields, where a schema, a profile or a prompt asked for some. */
      formats: {
        [key: string]: unknown
      }
      /** @description The extracted fields; absent where none were asked for. */
      extraction_result?: unknown
      /** @description What was found for `extraction_schema` without a model. */
      filtered_content?:
        | {
            [key: string]: unknown
          }
        | unknown[]
      /** @description Fields of the schema that were not found. */
      missing_fields: string[]
      /** @description With `evidence`: by field, the passage or where it comes from (`kind`, `found_by`, `source`, `pointer`, `confidence`). A passage that does not stand in the page is left out. */
      evidence?: {
        [key: string]: unknown
      }
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /** @description The model that has answered; null where none was asked. */
      model_used: string | null
      /**
       * @description How the fields were found.
       * @enum {string}
       */
      extraction_method: 'structured_data' | 'algorithmic' | 'schema_filter' | 'llm'
      /** @description The ready-made schema that was used; `auto` where none was named. */
      extraction_profile: string
      /** @description How many characters `content` has; of a fetched page how many bytes. */
      content_size_chars: number
      /** @description Whether the answer came from your cache. */
      cache_hit: boolean
      /** @description Whether a model was asked, which, and how. */
      extraction_metadata: components['schemas']['ExtractionMetadata']
      /** @description Sentences about the page and the request; may be empty. */
      warnings: string[]
    }
    /** @description Whether a language model was asked, which, and how. */
    ExtractionMetadata: {
      /**
       * @description `byok`: a model was asked through a key of your own; `algorithmic`: none was asked.
       * @enum {string}
       */
      mode: 'byok' | 'algorithmic'
      /** @description Who was asked; null where no model was. */
      provider: string | null
      /** @description Which model was asked, as the provider names it; null where none was. */
      model: string | null
      /** @description Tokens that the model has read; null where the provider does not say. */
      input_tokens: number | null
      /** @description Tokens that the model has written; null where the provider does not say. */
      output_tokens: number | null
      /** @description What the provider says that it charges you; 1,000,000 are a dollar. Null where it does not say. */
      cost_microcents: number | null
      /** @description Whether the answer came from your cache. */
      cached: boolean
      /** @description How long the answer took, in milliseconds. */
      latency_ms: number
    }
    /** @description A JSON Schema of what is extracted, or names and types: `{"title": "string"}`. */
    ExtractionSchema: {
      [key: string]: unknown
    }
    /** @description Body of `DELETE /auth/totp`. */
    FactorRemoval: {
      /** @description Your password, to show that it is you. */
      password: string
      /** @description Of the authenticator app, or a recovery code; required of who has a second factor. */
      code?: string
    }
    /** @description Data of the event `batch_update` of `GET /events`. */
    FeedBatchEvent: {
      /**
       * @description Which message this is.
       * @constant
       */
      type: 'batch_update'
      /** @description Where the feed goes on after this event; its `id` as well. */
      cursor: string
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /**
       * @description `pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Items or pages that were taken on so far. */
      total: number
      /** @description Items or pages that have succeeded. */
      completed: number
      /** @description Items or pages that have failed, for good. */
      failed: number
      /** @description Items or pages that were cancelled before they ended. */
      cancelled: number
      /** @description Items or pages that have not ended. */
      pending: number
      /** @description Unix time in seconds. */
      ts: number
    }
    /** @description Data of the event `crawl_update` of `GET /events`. */
    FeedCrawlEvent: {
      /**
       * @description Which message this is.
       * @constant
       */
      type: 'crawl_update'
      /** @description Where the feed goes on after this event; its `id` as well. */
      cursor: string
      /**
       * Format: uuid
       * @description The crawl, which `GET /crawl/{crawl_id}` reads. A UUID.
       */
      crawl_id: string
      /**
       * @description `discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`: all have ended, and some were delivered; `failed`: none was.
       * @enum {string}
       */
      status: 'discovering' | 'running' | 'completed' | 'failed' | 'cancelled'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Items or pages that were taken on so far. */
      total: number
      /** @description Items or pages that have succeeded. */
      completed: number
      /** @description Items or pages that have failed, for good. */
      failed: number
      /** @description Items or pages that were cancelled before they ended. */
      cancelled: number
      /** @description Items or pages that have not ended. */
      pending: number
      /** @description Unix time in seconds. */
      ts: number
    }
    /** @description Data of the event `job_update` of `GET /events`. */
    FeedJobEvent: {
      /**
       * @description Which message this is.
       * @constant
       */
      type: 'job_update'
      /** @description Where the feed goes on after this event; its `id` as well. */
      cursor: string
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /**
       * @description What has become of it.
       * @enum {string}
       */
      status: 'running' | 'completed' | 'failed'
      /** @description Of a job that has ended. */
      url?: string
      /** @description Of an item of a batch: the batch. */
      batch_id?: string
      /**
       * Format: uuid
       * @description Of a page of a crawl: the crawl. A UUID.
       */
      crawl_id?: string
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Of an item of a batch, or a page of a crawl: its place in the log. */
      seq?: number
      /** @description Unix time in seconds. */
      ts: number
      /** @description The message of the error of a failed job; null of others. */
      error: string | null
      /** @description The code of the error of a failed job. */
      error_code?: string
      /** @description In place of a result above 1 MB: where it is, to be fetched with your key. */
      result_url?: string
      /** @description The result of a completed job, as `GET /jobs/{job_id}` has it; null of others, and where it is not sent. */
      result: {
        [key: string]: unknown
      } | null
    }
    /** @description Data of the event `subscribed` of `GET /events`. */
    FeedSubscribedEvent: {
      /** @description Where the feed goes on after this event; its `id` as well. */
      cursor: string
      /**
       * @description Which message this is.
       * @constant
       */
      type: 'subscribed'
      /**
       * @description What is followed.
       * @constant
       */
      feed: 'account'
      /** @description Unix time in seconds. */
      ts: number
    }
    /** @description Whether anything is down. */
    FleetHealth: {
      /**
       * @description That of the worst part.
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down'
      /**
       * Format: date-time
       * @description When it was read. ISO 8601, in UTC.
       */
      checked_at: string
      /** @description What the gateway that answers runs. */
      version: string
      /** @description Every service that a whole fleet has. */
      services: components['schemas']['ServiceHealth'][]
      /** @description What the services need. */
      checks: components['schemas']['HealthCheck'][]
      /** @description The browsers of each process. */
      browsers: {
        /** @description Which service they belong to. */
        service: string
        /** @description Browsers that run. */
        open: number
        /** @description Pages that are open in them. */
        pages: number
        /** @description Browsers started since the process was: those that crash or grow old are replaced. */
        started: number
      }[]
      /** @description What makes results of pages, of each process. */
      readers: {
        /** @description Which service they belong to. */
        service: string
        /** @description Threads and processes that read pages now. */
        alive: number
        /** @description How many a page has ended since the process was started. */
        lost: number
      }[]
      /** @description Those that fail first. */
      proxies: components['schemas']['OperatedProxy'][]
    }
    /** @description Body of `POST /auth/forgot-password`. */
    ForgottenPassword: {
      /** @description Where the mail goes, if it is that of an account. */
      email: components['schemas']['Email']
    }
    /**
     * @description A format by its name; `changeTracking` is `change_tracking`.
     * @enum {string}
     */
    FormatName:
      | 'markdown'
      | 'text'
      | 'html'
      | 'json'
      | 'json_v2'
      | 'rag'
      | 'links'
      | 'images'
      | 'tables'
      | 'content'
      | 'raw'
      | 'bytes'
      | 'change_tracking'
      | 'summary'
      | 'changeTracking'
    /** @description What `GET /extract/{extract_id}` answers as 200. */
    GetExtractReply200: components['schemas']['ExtractResult'] | components['schemas']['ExtractHistory']
    /** @description What `GET /extract/{extract_id}` answers as 202. */
    GetExtractReply202: components['schemas']['ExtractAccepted'] | components['schemas']['ExtractHistory']
    /**
     * @description What a member may do: an `admin` manages members, keys and payments, a `member` works with them.
     * @enum {string}
     */
    GivenRole: 'admin' | 'member'
    /** @description What a header is called, in any letter case: none that the transport itself sets. */
    HeaderName: string
    /** @description What the header holds: characters of Latin-1, no control characters. */
    HeaderValue: string
    /** @description Something that services need, as the gateway that answers sees it. */
    HealthCheck: {
      /** @description What is checked: `postgres`, `redis`, `storage`, `clock` and others. */
      name: string
      /**
       * @description Whether it is in order.
       * @enum {string}
       */
      status: 'ok' | 'down'
      /** @description Why it is not well; null where it is. */
      reason: string | null
      /** @description How long the check took, in milliseconds. */
      ms: number
    }
    /** @description The address of a page, absolute, by http or https. */
    HttpUrl: string
    /** @description A template that a request brings along, and that is stored nowhere. */
    InlineTemplate: {
      /** @description What `metadata.template` calls it. Default: "inline". */
      name?: string
      /** @description Fields of the page. */
      fields?: components['schemas']['TemplateFields']
      /** @description What the page repeats, such as the products of a list: one object for each. */
      list?: {
        /** @description The field of the result that holds them. Default: "items". */
        name?: string
        /** @description Finds each item. */
        selector: string
        /** @description Where each field of an item stands, by its name. */
        fields: components['schemas']['TemplateFields']
      }
    }
    /** @description What `POST /oauth/introspect` answers. */
    Introspection: {
      /** @description Whether the token is good, and the client’s. Where it is not, there is nothing else. */
      active: boolean
      /**
       * @description What it may do; of an active one.
       * @constant
       */
      scope?: 'scrape'
      /** @description The tool that has it; of an active one. */
      client_id?: string
      /**
       * @description How it is sent; of an active one.
       * @constant
       */
      token_type?: 'bearer'
      /** @description Who has given it: the address of this service; of an active one. */
      iss?: string
      /** @description What it is for: the address of this API; of an active one. */
      aud?: string
      /** @description The person who allowed it; of an active one. */
      sub?: string
      /** @description When it was given, in seconds since 1970; of an active one. */
      iat?: number
      /** @description When it ends, in seconds since 1970; absent where it does not. */
      exp?: number
    }
    /** @description An open invitation, as those who manage the organization see it. */
    Invitation: {
      /**
       * Format: uuid
       * @description Stands for `{invitation_id}` in paths. A UUID.
       */
      id: string
      /** @description Who is invited. */
      email: string
      role: components['schemas']['GivenRole']
      /** @description E-mail address of the sender; null once that account is deleted. */
      invited_by: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description Until when it may be accepted. ISO 8601, in UTC.
       */
      expires_at: string
    }
    /** @description Body of `POST /invitations/accept`. */
    InvitationAnswer: {
      /** @description From the link of the mail. */
      token: string
    }
    /** @description Body of `POST /organizations/{organization_id}/invitations`. */
    InvitationCreate: {
      /** @description Who is invited; the mail goes there. */
      email: components['schemas']['Email']
      /** @description What the invited person will be. Default: "member". */
      role?: components['schemas']['GivenRole']
    }
    /** @description What `GET /organizations/{organization_id}/invitations` answers. */
    InvitationList: {
      /** @description The newest first. */
      invitations: components['schemas']['Invitation'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description A scrape that goes on after its request was answered, and once it is completed its result. */
    Job: {
      /**
       * Format: uuid
       * @description Stands for `{job_id}` in paths. A UUID.
       */
      id: string
      /**
       * @description How far it is; `succeeded` is what one published client, told by its User-Agent, calls `completed`.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'succeeded'
      /** @description The page, as it was asked for; a login in it is shown as `***`. */
      url: string
      /** @description How the page is read, as it was asked for: `auto`, `html`, `js`, `pdf` or `ocr`. */
      mode: string
      /** @description Of an item of a batch: the batch. */
      batch_id?: string
      /**
       * Format: uuid
       * @description Of a page of a crawl: the crawl. A UUID.
       */
      crawl_id?: string
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description How far it is, from 0 to 100 percent: of a running or completed job. */
      progress?: number
      /**
       * @description Of a job that is under way: the tier that tries it, or is the next to.
       * @enum {string}
       */
      tier?: '1' | '2' | '3' | '4' | '5' | '3.5'
      /** @description Of a job that is under way: the attempts that have ended, in order. */
      attempts?: components['schemas']['Escalation'][]
      /** @description Of a completed job, for 24 hours. */
      result?: components['schemas']['ScrapeResult']
      /** @description Of a failed job: the message of its error. */
      error?: string
      /** @description Of a failed job: the code of its error. */
      error_code?: string
      /** @description Of a failed job: what a program can use of its error, among it `billing`. */
      error_details?: {
        [key: string]: unknown
      }
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was delivered; of a completed job. ISO 8601, in UTC.
       */
      completed_at?: string
      /**
       * Format: date-time
       * @description When it failed; of a failed job. ISO 8601, in UTC.
       */
      failed_at?: string
    }
    /** @description A job that was taken on. */
    JobAccepted: {
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /**
       * @description How far it is: `pending` until a worker begins, then `running`.
       * @enum {string}
       */
      status: 'pending' | 'running'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      poll_url: components['schemas']['PollUrl']
    }
    /** @description Fields of a scrape that go before those that the job was asked with. */
    JobChanges: {
      /** @description Another page. Default: that of the job. */
      url?: components['schemas']['HttpUrl']
      /** @description Whether the page is waited for; default: as the job was. */
      sync?: boolean
      /** @description Receives the end of the new job; https. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
      formats?: components['schemas']['FormatName'][]
      /** @description How the page is fetched and read. */
      advanced?: components['schemas']['AdvancedOptions']
      /** @description Which tiers are tried, and what they may cost. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Fetch the page anew even when a cached page would do. */
      force_refresh?: boolean
      /** @description Add `raw_html` to the reply. */
      include_raw_html?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /**
       * @description Method of the request to the target. With another one than GET a request that may have been sent is never sent again.
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** @description Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on. */
      body?: string
      /**
       * @description Content type of `body`.
       * @enum {string}
       */
      content_type?:
        | 'application/json'
        | 'application/x-www-form-urlencoded'
        | 'text/plain'
        | 'application/graphql'
      /** @description Answer from your cache when it has the page; that costs nothing. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. */
      cache_ttl?: number
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
      max_response_bytes?: number
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /**
       * @deprecated
       * @description The fields of a template that is stored nowhere, as published clients send them.
       */
      extract_rules?: components['schemas']['TemplateFields']
      /**
       * @description With mode `pdf`: the format, where `formats` names none.
       * @enum {string}
       */
      pdf_format?: 'markdown' | 'text'
      /**
       * @deprecated
       * @description With mode "ocr" the same as advanced.ocr_languages, else as location.language.
       */
      language?: string
      /**
       * @deprecated
       * @description The same as advanced.render_js.
       */
      render_js?: boolean | 'auto'
      /**
       * @deprecated
       * @description The same as advanced.screenshot.
       */
      screenshot?: boolean
      /**
       * @deprecated
       * @description The same as advanced.generate_pdf.
       */
      generate_pdf?: boolean
      /**
       * @deprecated
       * @description The same as advanced.include_selectors.
       */
      include_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.exclude_selectors.
       */
      exclude_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.markdown.
       */
      markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for_selector?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_time?: number
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.scroll_to_load.
       */
      enable_scroll?: boolean
      /**
       * @deprecated
       * @description The same as advanced.viewport.
       */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /**
       * @deprecated
       * @description The same as advanced.full_page.
       */
      full_page?: boolean
      /**
       * @deprecated
       * @description The same as advanced.follow_redirects.
       */
      follow_redirects?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_session.
       */
      proxy_session?: string
      /**
       * @deprecated
       * @description The same as advanced.user_agent.
       */
      user_agent?: string
      /**
       * @deprecated
       * @description The same as advanced.accept_language.
       */
      accept_language?: string
      /**
       * @deprecated
       * @description The same as advanced.prefer_markdown.
       */
      prefer_markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.mobile.
       */
      mobile?: boolean
      /**
       * @deprecated
       * @description The same as advanced.block_images.
       */
      block_resources?: string[]
      /**
       * @deprecated
       * @description The same as advanced.ocr_languages.
       */
      ocr_language?: string
      /**
       * @deprecated
       * @description The same as advanced.use_proxy.
       */
      use_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.use_own_proxy.
       */
      use_own_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_country.
       */
      proxy_country?: string
      /**
       * @deprecated
       * @description The same as advanced.cookies.
       */
      cookies?: components['schemas']['Cookies'] | string
      /**
       * @deprecated
       * @description The same as advanced.session_headers.
       */
      headers?: components['schemas']['RequestHeaders']
      /**
       * @deprecated
       * @description The same as location.country.
       */
      country?: string
      /**
       * @deprecated
       * @description The same as cost_controls.max_credits.
       */
      max_credits?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_cost.
       */
      max_cost?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_tier.
       */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_cost.
       */
      prefer_cost?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_speed.
       */
      prefer_speed?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.fail_fast.
       */
      fail_fast?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.time_budget.
       */
      time_budget?: number
      /**
       * @deprecated
       * @description Has no effect: what a page declares as data (JSON-LD, microdata) is always read first.
       */
      promote_schema_org?: boolean
      /**
       * @deprecated
       * @description Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all.
       */
      filter_content?: boolean
      /**
       * @deprecated
       * @description Has no effect: name the session in session_id.
       */
      use_session?: boolean
      /**
       * @deprecated
       * @description Has no effect: walls are met by climbing the tiers.
       */
      asp?: boolean
      /**
       * @deprecated
       * @description Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser.
       */
      min_tier?: unknown
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_width?: number
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_height?: number
    }
    /** @description Body of the webhook `job.completed`. */
    JobCompletedWebhook: {
      /**
       * @description What has happened.
       * @constant
       */
      event: 'job.completed'
      /** @description The batch that it is an item of; null of others. */
      batch_id: string | null
      /**
       * Format: uuid
       * @description Of a page of a crawl: the crawl. A UUID.
       */
      crawl_id?: string
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /** @description The page, as it was asked for; a login in it is shown as `***`. */
      url: string
      /**
       * @description How the job has ended.
       * @constant
       */
      status: 'completed'
      /**
       * Format: date-time
       * @description When it ended. ISO 8601, in UTC.
       */
      completed_at: string
      /** @description The result, up to 1 MB; a larger one is at `result_url` in place of this. */
      result?: components['schemas']['ScrapeResult']
      /**
       * Format: uri
       * @description To be fetched with your key, where there is no `result`.
       */
      result_url?: string
    }
    /** @description Body of the webhook `job.failed`. */
    JobFailedWebhook: {
      /**
       * @description What has happened.
       * @constant
       */
      event: 'job.failed'
      /** @description The batch that it is an item of; null of others. */
      batch_id: string | null
      /**
       * Format: uuid
       * @description Of a page of a crawl: the crawl. A UUID.
       */
      crawl_id?: string
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /** @description The page, as it was asked for; a login in it is shown as `***`. */
      url: string
      /**
       * @description How the job has ended.
       * @constant
       */
      status: 'failed'
      /**
       * Format: date-time
       * @description When it ended. ISO 8601, in UTC.
       */
      completed_at: string
      /** @description The message of its error. */
      error: string
      /** @description The code of its error, for programs. */
      error_code: string
      /** @description What a program can use of its error, among it `billing`. */
      error_details: {
        [key: string]: unknown
      }
    }
    /** @description What `GET /jobs` answers. */
    JobList: {
      /** @description The newest first. */
      jobs: components['schemas']['JobListEntry'][]
      /** @description Where the list goes on; null at its end. A page may hold fewer jobs than `limit`, or none, before it: only so many jobs are looked through at once. A UUID. */
      next_cursor: string | null
      /** @description What has ended in that time, by quarters of an hour, without jobs of test keys; `total` is the sum of the others. Null with filters by which nothing is counted ahead: all but time, key and tier. */
      counts: {
        /** @description All that have ended: the sum of the next three. */
        total: number
        /** @description Delivered by a fetch. */
        completed: number
        /** @description Ended without a page. */
        failed: number
        /** @description Answered from your cache. */
        cached: number
      } | null
    }
    /** @description A job without its result, as a list shows it. */
    JobListEntry: {
      /**
       * Format: uuid
       * @description Stands for `{job_id}` in paths. A UUID.
       */
      id: string
      /**
       * @description How far it is; `succeeded` is what one published client, told by its User-Agent, calls `completed`.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'succeeded'
      /** @description The page, as it was asked for; a login in it is shown as `***`. */
      url: string
      /** @description How the page is read, as it was asked for: `auto`, `html`, `js`, `pdf` or `ocr`. */
      mode: string
      /** @description Of an item of a batch: the batch. */
      batch_id?: string
      /**
       * Format: uuid
       * @description Of a page of a crawl: the crawl. A UUID.
       */
      crawl_id?: string
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description Of a completed job: what has delivered it.
       * @enum {string}
       */
      tier?: '1' | '2' | '3' | '4' | '5' | '3.5'
      /** @description Of a job that is under way: the attempts that have ended, in order. */
      attempts?: components['schemas']['Escalation'][]
      /** @description Of a failed job: the message of its error. */
      error?: string
      /** @description Of a failed job: the code of its error. */
      error_code?: string
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was delivered; of a completed job. ISO 8601, in UTC.
       */
      completed_at?: string
      /**
       * Format: date-time
       * @description When it failed; of a failed job. ISO 8601, in UTC.
       */
      failed_at?: string
      /** @description The host of its address; null for a page that you have sent yourself. */
      domain: string | null
      /** @description What the target has answered; of a completed job. */
      status_code?: number
      /** @description Credits charged; 0 until it is delivered. */
      credits: number
      /** @description Whether the page came from your cache. */
      cached: boolean
      /** @description Made with a test key. */
      test: boolean
      /** @description The key that it was asked with; null: a person who had signed in, or a key that is gone. A UUID. */
      key_id: string | null
    }
    /**
     * @description Body of `POST /manual-logins/{manual_login_id}/keep`.
     * @default {}
     */
    KeepManualLoginRequest: components['schemas']['ManualLoginKeep']
    /** @description Whether the ledger adds up. */
    LedgerState: {
      /**
       * @description `wrong`: something does not add up; `late`: the audit has not run for ten minutes.
       * @enum {string}
       */
      status: 'ok' | 'late' | 'wrong'
      /** @description When the audit ran last; null: never. ISO 8601, in UTC. */
      audited_at: string | null
      /** @description When it had looked at everything last; null: not yet. ISO 8601, in UTC. */
      passed_at: string | null
      /** @description Credits that all balances have free. */
      available_credits: number
      /** @description Credits that all balances hold. */
      held_credits: number
      /** @description Credits that open jobs and calls hold: the same number, if none was left behind. */
      held_by_work: number
      /** @description Credits that accounts owe. */
      owed_credits: number
      /** @description Credits that were charged since the beginning. */
      charged_credits: number
      /** @description All that the audit knows to be wrong, the newest first, 100 at most. */
      discrepancies: {
        /**
         * Format: uuid
         * @description Whose it is: an `id` that `GET /operator/accounts` lists. A UUID.
         */
        account_id: string
        /** @description Id of the account, of one of its jobs, or of an entry. */
        subject: string
        /** @description What does not add up. */
        what: string
      }[]
    }
    /** @description What `POST /operator/dead-letters/discard` answers. */
    LettersMoved: {
      /** @description In the order of the request. */
      letters: {
        /** @description Its kind and its UUID: `job_…`, `webhook_…` or `mail_…`. */
        id: string
        /** @description What was done, or why nothing was. */
        result: string
        /** @description Whether it was done. */
        done: boolean
      }[]
    }
    /** @description A key of your own at a provider of language models, without the key itself. */
    LlmKey: {
      /**
       * Format: uuid
       * @description Stands for `{llm_key_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      provider: components['schemas']['LlmProviderName']
      /** @description The last four characters of the key; null without one. */
      key_suffix: string | null
      /** @description Where the key is sent. */
      base_url: string
      /** @description Used unless a request names another by `extraction_model`; null: none. */
      model: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description When a model was last asked through it; null: never. ISO 8601, in UTC. */
      last_used_at: string | null
    }
    /** @description Body of `POST /llm-keys`. */
    LlmKeyCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      provider: components['schemas']['LlmProviderName']
      /** @description The provider’s key. Write-only: replies show its last four characters. */
      api_key?: string
      /** @description Where the provider answers, such as https://llm.example.com/v1. Required with custom. */
      base_url?: components['schemas']['HttpUrl']
      /** @description Used unless a request names another by extraction_model. */
      model?: components['schemas']['LlmModel']
    }
    /** @description What `GET /llm-keys` answers. */
    LlmKeyList: {
      /** @description The oldest first. */
      llm_keys: components['schemas']['LlmKey'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `POST /llm-keys/{llm_key_id}/test` answers. */
    LlmKeyTestResult: {
      /** @description Whether the provider has answered. */
      ok: boolean
      /** @description The model that answered, or was asked; null where none is stored with the key. */
      model: string | null
      /** @description How long it took, in milliseconds. */
      latency_ms: number
      /** @description Why there was no answer; absent with `ok`. */
      error?: string
    }
    /** @description Body of `PATCH /llm-keys/{llm_key_id}`. */
    LlmKeyUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description The provider’s key. Write-only: replies show its last four characters. */
      api_key?: string
      /** @description A new address needs the `api_key` beside it. */
      base_url?: components['schemas']['HttpUrl']
      /** @description Used unless a request names another; null: none. */
      model?: components['schemas']['LlmModel'] | null
    }
    /** @description The provider’s own id of a model, sent as it is. */
    LlmModel: string
    /**
     * @description Who has the model; `custom`: any server that speaks OpenAI’s chat completions, at `base_url`.
     * @enum {string}
     */
    LlmProviderName: 'openai' | 'anthropic' | 'openrouter' | 'groq' | 'custom'
    /** @description Body of `POST /auth/login`. */
    Login: {
      /** @description That of your account. */
      email: components['schemas']['Email']
      /** @description Your password, to show that it is you. */
      password: string
    }
    /** @description What `POST /auth/email` answers. */
    MailPromised: {
      /**
       * @description What was asked for goes on by a mail.
       * @constant
       */
      status: 'accepted'
      /** @description The same in a sentence. */
      message: string
    }
    /** @description Body of `POST /auth/confirm-email`. */
    MailedTokenForm: {
      /** @description From the mail. */
      token: string
    }
    /** @description A browser in which a person signs in. */
    ManualLogin: {
      /**
       * Format: uuid
       * @description Stands for `{manual_login_id}` in paths. A UUID.
       */
      id: string
      /** @description Where the browser began, without query. */
      url: string
      /** @description Of the session that is kept. */
      name: string
      /** @description Of the session that is kept. */
      domain: string
      /** @description Whether the page is shown as on a phone. */
      mobile: boolean
      /**
       * @description `waiting`: for a browser; `open`: somebody may sign in; `kept`: a session was made of it; `ended`: by its caller; `idle`: nobody did anything for 3 minutes; `expired`: its 15 minutes were over; `failed`: see `error`.
       * @enum {string}
       */
      status: 'waiting' | 'open' | 'kept' | 'ended' | 'idle' | 'expired' | 'failed'
      /** @description Why it failed; null: it has not. */
      error: {
        /** @description Code of the error. */
        code: string
        /** @description What went wrong, and what helps. */
        message: string
      } | null
      /** @description The session that was made of it; null: none was. A UUID. */
      session_id: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its browser was there; null: not yet. ISO 8601, in UTC. */
      opened_at: string | null
      /**
       * Format: date-time
       * @description When it ends at the latest. ISO 8601, in UTC.
       */
      ends_at: string
      /** @description When it has ended; null: not yet. ISO 8601, in UTC. */
      ended_at: string | null
    }
    /** @description A login by hand that has begun, with the ticket of its first viewer. */
    ManualLoginBegun: {
      /**
       * Format: uuid
       * @description Stands for `{manual_login_id}` in paths. A UUID.
       */
      id: string
      /** @description Where the browser began, without query. */
      url: string
      /** @description Of the session that is kept. */
      name: string
      /** @description Of the session that is kept. */
      domain: string
      /** @description Whether the page is shown as on a phone. */
      mobile: boolean
      /**
       * @description `waiting`: for a browser; `open`: somebody may sign in; `kept`: a session was made of it; `ended`: by its caller; `idle`: nobody did anything for 3 minutes; `expired`: its 15 minutes were over; `failed`: see `error`.
       * @enum {string}
       */
      status: 'waiting' | 'open' | 'kept' | 'ended' | 'idle' | 'expired' | 'failed'
      /** @description Why it failed; null: it has not. */
      error: {
        /** @description Code of the error. */
        code: string
        /** @description What went wrong, and what helps. */
        message: string
      } | null
      /** @description The session that was made of it; null: none was. A UUID. */
      session_id: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When its browser was there; null: not yet. ISO 8601, in UTC. */
      opened_at: string | null
      /**
       * Format: date-time
       * @description When it ends at the latest. ISO 8601, in UTC.
       */
      ends_at: string
      /** @description When it has ended; null: not yet. ISO 8601, in UTC. */
      ended_at: string | null
      /** @description Opens the WebSocket once, for who asked for it, from the same origin. Sent as a subprotocol beside your credential. */
      ticket: string
      /**
       * Format: date-time
       * @description Until when it opens it. ISO 8601, in UTC.
       */
      expires_at: string
      /** @description Path of the WebSocket on the same host. */
      socket_path: string
    }
    /** @description Body of `POST /manual-logins`. */
    ManualLoginCreate: {
      /** @description Where the browser begins: the page to sign in at. */
      url: components['schemas']['HttpUrl']
      /** @description Of the session that is kept. Default: its domain. */
      name?: string
      /** @description Of the session: the host that its cookies belong to, or an address there. Default: the host of `url`. */
      domain?: string
      /** @description Notes of the session. */
      notes?: string
      /** @description Show the page as on a phone. Default: false. */
      mobile?: boolean
      /** @description Where the browser seems to be. */
      location?: {
        /** @description Go out through a proxy in this country, where there is one. */
        country?: string
        /** @description The language that the browser asks for. */
        language?: string
      }
      /**
       * Format: uuid
       * @description A proxy of your own, of `GET /proxies`, for all its traffic. A UUID.
       */
      proxy_integration_id?: string
      /** @description The page that will show the browser, where that is not the one that asks: `https://app.example.com`. */
      origin?: string
    }
    /** @description What the session is called, and whose cookies it holds. */
    ManualLoginKeep: {
      /** @description Of the session, in place of the name that was given before. */
      name?: string
      /** @description Of the session, in place of the one that was given before. */
      domain?: string
    }
    /** @description What `GET /manual-logins` answers. */
    ManualLoginList: {
      /** @description The newest first. */
      manual_logins: components['schemas']['ManualLogin'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What lets one viewer see the browser. */
    ManualLoginTicket: {
      /** @description Opens the WebSocket once, for who asked for it, from the same origin. Sent as a subprotocol beside your credential. */
      ticket: string
      /**
       * Format: date-time
       * @description Until when it opens it. ISO 8601, in UTC.
       */
      expires_at: string
      /** @description Path of the WebSocket on the same host. */
      socket_path: string
    }
    /** @description For which page the ticket is, where that is not the one that asks. */
    ManualLoginTicketCreate: {
      /** @description The page that will show the browser, where that is not the one that asks: `https://app.example.com`. */
      origin?: string
    }
    /** @description An address of a site, and what is known of it. */
    MapEntry: {
      /** @description The address, without a login. */
      url: string
      /**
       * @description Where it was found first; the start page counts as a link.
       * @enum {string}
       */
      source: 'sitemap' | 'link'
      /** @description Links from the start page, which has depth 0; what only sitemaps name has depth 1. */
      depth: number
      /** @description The page's title where it is known, else the text of a link to it. */
      title?: string
      /** @description What the page says of itself; where that is known. */
      description?: string
      /** @description As the sitemap says it; absent where none does. */
      last_modified?: string
      /** @description With `search`: 1 is the most relevant. */
      relevance_score?: number
    }
    /** @description Body of `POST /map`. */
    MapRequest: {
      /** @description Where the site begins. */
      url: components['schemas']['HttpUrl']
      /** @description Most addresses of the reply. Default: 500. */
      max_pages?: number
      /** @description How many links away from the start page an address may be found. 0: the start page and what sitemaps name. Default: 1 where there is a sitemap, else 2. Beyond 1 further pages are read, a bounded number of them; `warnings` tells when there were more. */
      max_depth?: number
      /** @description Globs on the path, of which one must match. */
      include_patterns?: components['schemas']['PathPatterns']
      /** @description Globs on the path, of which none may match. */
      exclude_patterns?: components['schemas']['PathPatterns']
      /** @description Keep the addresses that have to do with these words, the most relevant first. Path, title, link text and description count. */
      search?: string
      /** @description `include`: sitemaps beside links; `skip`: links only; `only`: sitemaps only. */
      sitemap?: components['schemas']['SitemapMode']
      /** @description Path of a sitemap that stands at no usual place and in no robots.txt. */
      sitemap_path?: components['schemas']['SitemapPath']
      /** @description Read titles and descriptions from the pages themselves: a bounded number, the first ones. Default: false. */
      include_metadata?: boolean
      /** @description Whether addresses of subdomains belong to the site. Default: false. */
      include_subdomains?: boolean
      /** @description Leave out what robots.txt disallows, and read none of it. Default: true. */
      respect_robots?: boolean
      /** @description Seconds from the start of the work. What was found by then is the reply, and `warnings` says that it was cut. Default: 60. */
      timeout?: number
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
    }
    /** @description What `GET /map/{map_id}` answers as 202. */
    MapUnderWay: {
      /**
       * Format: uuid
       * @description The map, which `GET /map/{map_id}` reads. A UUID.
       */
      map_id: string
      /**
       * @description The map is still made.
       * @constant
       */
      status: 'running'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      poll_url: components['schemas']['PollUrl']
    }
    /** @description Who calls, and the account that they act for. */
    Me: {
      /**
       * Format: uuid
       * @description The person; of a key that no person made, the user of its account, or else the account. A UUID.
       */
      id: string
      /**
       * Format: uuid
       * @description The account that pays and owns: of one person, or of an organization. A UUID.
       */
      account_id: string
      /** @description Address by which the person signs in; null where there is no person. */
      email: string | null
      /** @description What the person, or else the account, is called; null where they have not said. */
      name: string | null
      /** @description Null: there are no pictures of people. */
      avatar_url: string | null
      /**
       * Format: date-time
       * @description When the person, or else the account, came. ISO 8601, in UTC.
       */
      created_at: string
      /** @description The same as `tier_info.slug`. */
      subscription_tier: string
      /** @description Credits of the balance; what open jobs hold is a part of them. */
      credits_remaining: number
      /** @description Credits that were ever paid in. */
      credits_total: number
      /** @description Whether you may call the endpoints of operators (`/operator`). */
      is_operator: boolean
      /** @description What the account may ask for at its balance. */
      tier_info: components['schemas']['TierInfo']
    }
    /** @description A member of an organization. */
    Member: {
      /**
       * Format: uuid
       * @description Stands for `{user_id}` in paths. A UUID.
       */
      user_id: string
      /** @description Address by which the person signs in. */
      email: string
      /** @description What the person is called; null where they have not said. */
      name: string | null
      /**
       * @description What the person may do in the organization.
       * @enum {string}
       */
      role: 'member' | 'admin' | 'owner'
      /**
       * Format: date-time
       * @description When the person became a member. ISO 8601, in UTC.
       */
      joined_at: string
    }
    /** @description What `GET /organizations/{organization_id}/members` answers. */
    MemberList: {
      /** @description The one who has been in it longest comes first. */
      members: components['schemas']['Member'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of `PATCH /organizations/{organization_id}/members/{user_id}`. */
    MemberUpdate: {
      role: components['schemas']['GivenRole']
    }
    /** @description A day in UTC, which stands for its beginning, or an ISO-8601 time, in UTC where it names no zone. */
    Moment: string
    /** @description Pages that are looked at again and again, and what of them is watched. */
    Monitor: {
      /**
       * Format: uuid
       * @description Stands for `{monitor_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /**
       * @description Whether it goes on by its times; while `paused` only when somebody asks.
       * @enum {string}
       */
      status: 'active' | 'paused'
      /** @description Why it is paused; null while it is active. `caller`: somebody has paused it; `authority`: who made, changed or resumed it last may not act for the account any more; who resumes it takes that over; `no_more_times`: nothing is left of its times. */
      paused_reason: ('caller' | 'authority' | 'no_more_times') | null
      /** @description Made with a test key: its checks fetch sample pages and cost nothing. */
      test: boolean
      /** @description Its group, whose settings hold where it sets none itself; null without one. A UUID. */
      group_id: string | null
      /** @description Settings that it sets itself. All settings below are those in force: its own, or else those of its group, or else what is usual. */
      own: components['schemas']['MonitorSettings']
      /**
       * @description What it watches: one page, several, those that a crawl finds, or the addresses of a map or a search.
       * @enum {string}
       */
      target: 'url' | 'list' | 'crawl' | 'map' | 'search'
      /** @description Of a single page: its address, or the object that was sent with it, secrets masked. */
      url?: unknown
      /** @description Of several pages: as they were sent, secrets masked. */
      urls?: unknown[]
      /** @description Of a crawl: as it was sent, secrets masked. */
      crawl?: unknown
      /** @description Of a map: as it was sent, secrets masked. */
      map?: unknown
      /** @description Of a search: as it was sent, secrets masked. */
      search?: unknown
      /** @description How pages are fetched, secrets masked; absent where nothing was said. */
      options?: unknown
      /** @description The login session that pages are fetched with; absent without one. */
      session_id?: string
      /** @description Whether each change gets a picture. */
      screenshots: boolean
      /** @description As it was sent. */
      check_interval: string
      /** @description What was understood; null for a step of `every_seconds`. */
      cron: string | null
      /** @description Of a step such as every 30 minutes: its seconds, counted from 1970 in UTC; null for times of `cron`. */
      every_seconds: number | null
      /** @description IANA name of the zone whose clock its times are read from. */
      timezone: string
      /** @description When it is checked next; null while it is paused. ISO 8601, in UTC. */
      next_check_at: string | null
      /**
       * @description What is compared: see `diff_mode` of `POST /monitors`.
       * @enum {string}
       */
      diff_mode: 'semantic' | 'exact' | 'selector' | 'fields'
      /** @description CSS selectors by their names; null without any. */
      monitor_selectors: {
        [key: string]: string
      } | null
      /** @description Values that are watched, by their names; null without any. */
      monitor_fields: {
        [key: string]: components['schemas']['MonitorField']
      } | null
      /** @description Which differences count; null: all. */
      filters: components['schemas']['MonitorFilters'] | null
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. */
      notify_on: ('change' | 'error' | 'always')[]
      /** @description Who is told, beside your endpoints; null where nobody is. */
      webhook_url: string | null
      /** @description Pages by what they were at the last check. */
      pages: {
        /** @description Pages that were not there before. */
        new: number
        /** @description Pages that are as they were. */
        same: number
        /** @description Pages that have changed. */
        changed: number
        /** @description Pages that are not there any more. */
        removed: number
        /** @description Pages that could not be judged. */
        error: number
      }
      /** @description Path of its Atom feed. */
      feed_url: string
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description A change of one page, found by one check. */
    MonitorChange: {
      /**
       * Format: uuid
       * @description Stands for `{change_id}` in paths. A UUID.
       */
      id: string
      /**
       * Format: uuid
       * @description Stands for `{monitor_id}` in paths. A UUID.
       */
      monitor_id: string
      /**
       * Format: uuid
       * @description The check, which `GET /monitors/{monitor_id}/checks` lists. A UUID.
       */
      check_id: string
      /** @description Address of the page. */
      url: string
      /**
       * @description `new`: the page was not there before; `removed`: it is not there any more.
       * @enum {string}
       */
      kind: 'new' | 'changed' | 'removed'
      /** @description The differences for people, in Markdown: what is gone is struck out, what is new is bold. */
      text: string
      /** @description The same for programs: the first 500. */
      changes: {
        /**
         * @description What has become of the piece.
         * @enum {string}
         */
        kind: 'added' | 'removed' | 'replaced' | 'moved'
        /**
         * @description What the piece is; `field`: a value of `monitor_fields` or of a selector.
         * @enum {string}
         */
        what: 'text' | 'link' | 'image' | 'field'
        /** @description The heading that it stands under, or the name of the selector or field. */
        section: string
        /** @description What was there; absent of what was added. */
        before?: string
        /** @description What is there now; absent of what was removed. */
        after?: string
        /** @description Of a link or an image: its text. */
        label?: string
      }[]
      /** @description How many differences there are, beyond the first 500 too. */
      total_changes: number
      /** @description JSON Patch (RFC 6902) of `{"lines": [...]}`, noise included, or of the fields; null where it is longer than 64 KB. */
      patch: unknown[] | null
      /** @description Path of its picture (PNG), with `screenshots`; null where there was none before. */
      picture_url: string | null
      /**
       * Format: date-time
       * @description When it was found. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description What `GET /monitors/{monitor_id}/changes` answers. */
    MonitorChangeList: {
      /** @description The newest first. */
      changes: components['schemas']['MonitorChange'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Body of the webhook `monitor.changed`. */
    MonitorChangedWebhook: {
      /**
       * @description What has happened: pages were checked, and there is something that `notify_on` asks for.
       * @constant
       */
      event: 'monitor.changed'
      /**
       * Format: uuid
       * @description Stands for `{monitor_id}` in paths. A UUID.
       */
      monitor_id: string
      /** @description What its owner calls it. */
      monitor_name: string
      /**
       * Format: uuid
       * @description The check, which `GET /monitors/{monitor_id}/checks` lists. A UUID.
       */
      check_id: string
      /** @description Whether any page has changed. */
      changed: boolean
      /** @description How many pages are in which state. */
      pages: {
        [key: string]: number
      }
      /** @description The first ones; all are at `changes_url`. */
      changes: {
        /**
         * Format: uuid
         * @description Stands for `{change_id}` in paths. A UUID.
         */
        change_id: string
        /** @description Address of the page. */
        url: string
        /**
         * @description `new`: the page was not there before; `removed`: it is not there any more.
         * @enum {string}
         */
        kind: 'new' | 'changed' | 'removed'
        /** @description What has changed, in Markdown; cut where it is long. */
        text: string
        /** @description How many differences the page has. */
        total_changes: number
        /** @description Path of its picture (PNG), with `screenshots`; null where there was none before. */
        picture_url: string | null
      }[]
      /** @description How many pages have changed. */
      total_changes: number
      /** @description Path at which all changes are read, with your key. */
      changes_url: string
    }
    /** @description One look at all pages of a monitor. */
    MonitorCheck: {
      /**
       * Format: uuid
       * @description Names the run. A UUID.
       */
      id: string
      /**
       * @description `pending`: it is due, and waits for a place among what the account has under way, for 1 hour at most; `skipped_limit`: it found none; `skipped_overlap`: the run before had not ended; `skipped_no_credits`: the balance did not cover it.
       * @enum {string}
       */
      status:
        | 'pending'
        | 'running'
        | 'completed'
        | 'partially_failed'
        | 'failed'
        | 'cancelled'
        | 'skipped_overlap'
        | 'skipped_no_credits'
        | 'skipped_limit'
      /**
       * @description `schedule`: its time had come; `manual`: somebody asked for it.
       * @enum {string}
       */
      trigger: 'schedule' | 'manual'
      /**
       * Format: date-time
       * @description When it was to begin. ISO 8601, in UTC.
       */
      due_at: string
      /** @description Of a 202. */
      poll_url?: components['schemas']['PollUrl']
      /** @description When its work was begun; null before, and where it was skipped. ISO 8601, in UTC. */
      started_at: string | null
      /** @description When its work had ended, or it was skipped; null before. ISO 8601, in UTC. */
      finished_at: string | null
      /** @description The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work. */
      batch_id: string | null
      /** @description The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work. A UUID. */
      crawl_id: string | null
      /** @description The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work. A UUID. */
      map_id: string | null
      /** @description The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other work. */
      search_id: string | null
      /** @description Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing. */
      total: number | null
      /** @description Pages that were delivered; null as `total` is. */
      completed: number | null
      /** @description Pages that have failed; null as `total` is. */
      failed: number | null
      /** @description Pages that were cancelled; null as `total` is. */
      cancelled: number | null
      /** @description Credits charged for it; null before its end. */
      credits_used: number | null
      /** @description Why it has made nothing, or why that has failed; null otherwise. */
      error: {
        /** @description The code of the error, for programs. */
        code: string
        /** @description What went wrong, for people. */
        message: string
      } | null
      /**
       * Format: uuid
       * @description Stands for `{monitor_id}` in paths. A UUID.
       */
      monitor_id: string
      /** @description The batch that has fetched new and changed pages once more: what differs at once is noise, and is not told. Null where nothing was fetched again. */
      again_batch_id: string | null
      /** @description When its pages were compared; null before, while it is `running`. ISO 8601, in UTC. */
      judged_at: string | null
      /** @description How many pages were found in which state; null before they were compared. */
      pages: {
        [key: string]: number
      } | null
    }
    /** @description What `GET /monitors/{monitor_id}/checks` answers. */
    MonitorCheckList: {
      /** @description The newest first. */
      checks: components['schemas']['MonitorCheck'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Body of `POST /monitors`. */
    MonitorCreate: {
      name: components['schemas']['MonitorName']
      /** @description A group (`/monitor-groups`), whose settings hold where the monitor sets none itself. A UUID. */
      group_id?: string | null
      /** @description The page that is watched. */
      url?: string
      /** @description Pages that are watched, in place of `url`. */
      urls?: components['schemas']['BatchEntry'][]
      /** @description Or those that this crawl finds. */
      crawl?: components['schemas']['CrawlEstimateRequest']
      /** @description Or which addresses this map has: those that come and go. */
      map?: components['schemas']['MapRequest']
      /** @description Or which addresses this search finds: those that come and go, and with `scrape_results` what changes on them. */
      search?: components['schemas']['SearchRequest']
      /** @description Of a batch or a crawl. A UUID. */
      session_id?: string | null
      /** @description Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and each change gets a picture: before and after beside each other, what differs outlined (`picture_url`). Not with `map`. */
      screenshots?: boolean
      /** @description When it is checked: cron or English, as `schedule` of a schedule. Default: `0 *\/6 * * *`. */
      check_interval?: string
      /** @description IANA name, whose clock times of day are read from. Default: `UTC`. */
      timezone?: string
      /**
       * @description `semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`.
       * @enum {string}
       */
      diff_mode?: 'semantic' | 'exact' | 'selector' | 'fields'
      /** @description CSS selectors, or such by names; with `diff_mode` `selector`. */
      monitor_selectors?:
        | string[]
        | {
            [key: string]: string
          }
      /** @description Values that are watched, by names of yours; with `diff_mode` `fields`. */
      monitor_fields?: {
        [key: string]: components['schemas']['MonitorFieldInput']
      }
      /** @description Which differences are told. Default: all. */
      filters?: components['schemas']['MonitorFiltersInput']
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`. */
      notify_on?: ('change' | 'error' | 'always') | ('change' | 'error' | 'always')[]
      /** @description Receives `monitor.changed`, beside your endpoints; https. Default: nobody. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual. */
      options?: {
        [key: string]: unknown
      } | null
      /** @description The same as check_interval. */
      schedule?:
        | string
        | {
            /** @description The same in English: `30 minutes`. */
            every: string
          }
      /** @description The same as check_interval. */
      cron?: string
    }
    /** @description A value of a page that is watched. */
    MonitorField: {
      /** @description CSS selector of the elements that hold it. Without one the field is taken from what the page says of itself: `price`, `availability`, and all else that `extraction_profile: "product"` gives. */
      selector?: string
      /**
       * @description With `selector`: how the text is read. `bool`: whether anything is there.
       * @default text
       * @enum {string}
       */
      type: 'text' | 'number' | 'currency' | 'bool'
      /**
       * @description Which of several values counts: of a list of prices the lowest.
       * @default first
       * @enum {string}
       */
      take: 'first' | 'lowest' | 'highest'
      /** @description A smaller difference of a number is no change. */
      min_change?:
        | {
            /** @description Least difference, in the unit of the number. */
            abs: number
          }
        | {
            /** @description Least difference, in percent of the number before. */
            pct: number
          }
      /** @description Told only when the number falls below this. */
      below?: number
      /** @description Told only when the number rises above this. */
      above?: number
    }
    /** @description What `GET /monitors/{monitor_id}/fields/{field}/history` answers. */
    MonitorFieldHistory: {
      /** @description The field, as the path names it. */
      field: string
      /**
       * @description How its text is read.
       * @enum {string}
       */
      type: 'text' | 'number' | 'currency' | 'bool'
      /** @description What it has said and until when, the newest first. */
      values: {
        /** @description Address of the page. */
        url: string
        /** @description The one that `take` names; null where the page had none. */
        value: string | number | boolean | null
        /**
         * Format: date-time
         * @description The check that found it first. ISO 8601, in UTC.
         */
        checked_at: string
        /** @description The check that found another one; null while it holds. ISO 8601, in UTC. */
        until: string | null
      }[]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description A value of a page that is watched. */
    MonitorFieldInput: {
      /** @description CSS selector of the elements that hold it. Without one the field is taken from what the page says of itself: `price`, `availability`, and all else that `extraction_profile: "product"` gives. */
      selector?: string
      /**
       * @description With `selector`: how the text is read. `bool`: whether anything is there. Default: "text".
       * @enum {string}
       */
      type?: 'text' | 'number' | 'currency' | 'bool'
      /**
       * @description Which of several values counts: of a list of prices the lowest. Default: "first".
       * @enum {string}
       */
      take?: 'first' | 'lowest' | 'highest'
      /** @description A smaller difference of a number is no change. */
      min_change?:
        | {
            /** @description Least difference, in the unit of the number. */
            abs: number
          }
        | {
            /** @description Least difference, in percent of the number before. */
            pct: number
          }
      /** @description Told only when the number falls below this. */
      below?: number
      /** @description Told only when the number rises above this. */
      above?: number
    }
    /** @description Which differences count. */
    MonitorFilters: {
      /** @description Texts (or patterns of RE2) that are cut out of both versions, so that no message has them. Default: none. */
      ignore?: (
        | {
            /** @description A text that is cut out wherever it stands. */
            contains: string
          }
        | {
            /** @description A pattern of RE2: what it matches is cut out. */
            matches: string
          }
      )[]
      /** @description Kinds of difference that are told. `["added"]`: new lines only. */
      only?: ('added' | 'removed' | 'replaced' | 'moved')[]
      /** @description Whether pieces that have only moved are the same. Default: true with `semantic`, false with `exact`. */
      ignore_order?: boolean
      /** @description A page with less than this is the same: so many differences, words, per cent of its text; one of these texts among them. */
      conditions?: {
        /** @description Where it is set: fewer differences than this are none. */
        min_changes?: number
        /** @description Where it is set: differences of fewer words than this, together, are none. */
        min_words?: number
        /** @description Where it is set: differences of less than this percent of the text of the page are none. */
        min_percent?: number
        /** @description Differences count only where one of these texts is among them. */
        contains?: string[]
      }
    }
    /** @description Which differences count. */
    MonitorFiltersInput: {
      /** @description Texts (or patterns of RE2) that are cut out of both versions, so that no message has them. Default: none. */
      ignore?: (
        | {
            /** @description A text that is cut out wherever it stands. */
            contains: string
          }
        | {
            /** @description A pattern of RE2: what it matches is cut out. */
            matches: string
          }
      )[]
      /** @description Kinds of difference that are told. `["added"]`: new lines only. */
      only?: ('added' | 'removed' | 'replaced' | 'moved')[]
      /** @description Whether pieces that have only moved are the same. Default: true with `semantic`, false with `exact`. */
      ignore_order?: boolean
      /** @description A page with less than this is the same: so many differences, words, per cent of its text; one of these texts among them. */
      conditions?: {
        /** @description Where it is set: fewer differences than this are none. */
        min_changes?: number
        /** @description Where it is set: differences of fewer words than this, together, are none. */
        min_words?: number
        /** @description Where it is set: differences of less than this percent of the text of the page are none. */
        min_percent?: number
        /** @description Differences count only where one of these texts is among them. */
        contains?: string[]
      }
    }
    /** @description Settings that several monitors share. */
    MonitorGroup: {
      /**
       * Format: uuid
       * @description Stands for `{group_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description Made with a test key, and for monitors that are. */
      test: boolean
      /** @description When it is checked: cron or English, as `schedule` of a schedule. Default: `0 *\/6 * * *`. */
      check_interval?: string
      /** @description IANA name, whose clock times of day are read from. Default: `UTC`. */
      timezone?: string
      /**
       * @description `semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`.
       * @enum {string}
       */
      diff_mode?: 'semantic' | 'exact' | 'selector' | 'fields'
      /** @description CSS selectors, or such by names; with `diff_mode` `selector`. */
      monitor_selectors?:
        | string[]
        | {
            [key: string]: string
          }
      /** @description Values that are watched, by names of yours; with `diff_mode` `fields`. */
      monitor_fields?: {
        [key: string]: components['schemas']['MonitorField']
      }
      /** @description Which differences are told. Default: all. */
      filters?: components['schemas']['MonitorFilters']
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`. */
      notify_on?: ('change' | 'error' | 'always') | ('change' | 'error' | 'always')[]
      /** @description Receives `monitor.changed`, beside your endpoints; https. Default: nobody. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual. */
      options?: {
        [key: string]: unknown
      } | null
      /** @description How many are in it: `GET /monitors?group_id=` lists them. */
      monitors: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description Body of `POST /monitor-groups`. */
    MonitorGroupCreate: {
      name: components['schemas']['MonitorName']
      /** @description When it is checked: cron or English, as `schedule` of a schedule. Default: `0 *\/6 * * *`. */
      check_interval?: string
      /** @description IANA name, whose clock times of day are read from. Default: `UTC`. */
      timezone?: string
      /**
       * @description `semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`.
       * @enum {string}
       */
      diff_mode?: 'semantic' | 'exact' | 'selector' | 'fields'
      /** @description CSS selectors, or such by names; with `diff_mode` `selector`. */
      monitor_selectors?:
        | string[]
        | {
            [key: string]: string
          }
      /** @description Values that are watched, by names of yours; with `diff_mode` `fields`. */
      monitor_fields?: {
        [key: string]: components['schemas']['MonitorFieldInput']
      }
      /** @description Which differences are told. Default: all. */
      filters?: components['schemas']['MonitorFiltersInput']
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`. */
      notify_on?: ('change' | 'error' | 'always') | ('change' | 'error' | 'always')[]
      /** @description Receives `monitor.changed`, beside your endpoints; https. Default: nobody. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual. */
      options?: {
        [key: string]: unknown
      } | null
    }
    /** @description What `GET /monitor-groups` answers. */
    MonitorGroupList: {
      /** @description The oldest first. */
      groups: components['schemas']['MonitorGroup'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Body of `PATCH /monitor-groups/{group_id}`. */
    MonitorGroupUpdate: {
      name?: components['schemas']['MonitorName']
      /** @description When it is checked: cron or English, as `schedule` of a schedule. Default: `0 *\/6 * * *`. */
      check_interval?: string | null
      /** @description IANA name, whose clock times of day are read from. Default: `UTC`. */
      timezone?: string | null
      /** @description `semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`. */
      diff_mode?: ('semantic' | 'exact' | 'selector' | 'fields') | null
      /** @description CSS selectors, or such by names; with `diff_mode` `selector`. */
      monitor_selectors?:
        | (
            | string[]
            | {
                [key: string]: string
              }
          )
        | null
      /** @description Values that are watched, by names of yours; with `diff_mode` `fields`. */
      monitor_fields?: {
        [key: string]: components['schemas']['MonitorFieldInput']
      } | null
      /** @description Which differences are told. Default: all. */
      filters?: components['schemas']['MonitorFiltersInput'] | null
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`. */
      notify_on?: (('change' | 'error' | 'always') | ('change' | 'error' | 'always')[]) | null
      /** @description Receives `monitor.changed`, beside your endpoints; https. Default: nobody. */
      webhook_url?: components['schemas']['WebhookUrl'] | null
      /** @description With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual. */
      options?:
        | ({
            [key: string]: unknown
          } | null)
        | null
    }
    /** @description What `GET /monitors` answers. */
    MonitorList: {
      /** @description The oldest first. */
      monitors: components['schemas']['Monitor'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description What you call it: one line of at most 80 characters. */
    MonitorName: string
    /** @description A page that a monitor knows, as of the last check. */
    MonitorPage: {
      /** @description Address of the page. */
      url: string
      /**
       * @description What it was at the last check; `error`: it could not be judged.
       * @enum {string}
       */
      state: 'new' | 'same' | 'changed' | 'removed' | 'error'
      /** @description Why it could not be judged at the last check; null where it was. */
      error: string | null
      /**
       * Format: date-time
       * @description When a check found it first. ISO 8601, in UTC.
       */
      first_seen_at: string
      /**
       * Format: date-time
       * @description When it was looked at last. ISO 8601, in UTC.
       */
      checked_at: string
      /** @description When its last change was found; null where there was none. ISO 8601, in UTC. */
      changed_at: string | null
      /** @description Places of the page that are noise: they differ within a second. */
      noise: unknown[]
    }
    /** @description What `GET /monitors/{monitor_id}/pages` answers. */
    MonitorPageList: {
      /** @description By their addresses. */
      pages: components['schemas']['MonitorPage'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Settings that a monitor or a group may have; what is absent is as usual. */
    MonitorSettings: {
      /** @description When it is checked: cron or English, as `schedule` of a schedule. Default: `0 *\/6 * * *`. */
      check_interval?: string
      /** @description IANA name, whose clock times of day are read from. Default: `UTC`. */
      timezone?: string
      /**
       * @description `semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`.
       * @enum {string}
       */
      diff_mode?: 'semantic' | 'exact' | 'selector' | 'fields'
      /** @description CSS selectors, or such by names; with `diff_mode` `selector`. */
      monitor_selectors?:
        | string[]
        | {
            [key: string]: string
          }
      /** @description Values that are watched, by names of yours; with `diff_mode` `fields`. */
      monitor_fields?: {
        [key: string]: components['schemas']['MonitorField']
      }
      /** @description Which differences are told. Default: all. */
      filters?: components['schemas']['MonitorFilters']
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`. */
      notify_on?: ('change' | 'error' | 'always') | ('change' | 'error' | 'always')[]
      /** @description Receives `monitor.changed`, beside your endpoints; https. Default: nobody. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual. */
      options?: {
        [key: string]: unknown
      } | null
    }
    /** @description A version of a page that a monitor has kept. */
    MonitorSnapshot: {
      /** @description Stands for `{snapshot_id}` in paths. */
      id: string
      /** @description Address of the page. */
      url: string
      /**
       * Format: date-time
       * @description When the page was fetched. ISO 8601, in UTC.
       */
      taken_at: string
      /** @description The page as it was; null of a monitor that compares fields. */
      html: string | null
      /** @description Of a monitor that compares fields: their values by name; null of others. */
      fields: {
        [key: string]: unknown
      } | null
    }
    /** @description What `GET /monitors/{monitor_id}/snapshots` answers. */
    MonitorSnapshotList: {
      /** @description Versions that differ, the newest first. */
      snapshots: {
        /** @description Stands for `{snapshot_id}` in paths. */
        id: string
        /** @description Address of the page. */
        url: string
        /**
         * Format: date-time
         * @description When the page was fetched. ISO 8601, in UTC.
         */
        taken_at: string
      }[]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Body of `PATCH /monitors/{monitor_id}`. */
    MonitorUpdate: {
      name?: components['schemas']['MonitorName']
      /** @description A group (`/monitor-groups`), whose settings hold where the monitor sets none itself. A UUID. */
      group_id?: string | null
      /** @description The page that is watched. */
      url?: string
      /** @description Pages that are watched, in place of `url`. */
      urls?: components['schemas']['BatchEntry'][]
      /** @description Or those that this crawl finds. */
      crawl?: components['schemas']['CrawlEstimateRequest']
      /** @description Or which addresses this map has: those that come and go. */
      map?: components['schemas']['MapRequest']
      /** @description Or which addresses this search finds: those that come and go, and with `scrape_results` what changes on them. */
      search?: components['schemas']['SearchRequest']
      /** @description Of a batch or a crawl. A UUID. */
      session_id?: string | null
      /** @description Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and each change gets a picture: before and after beside each other, what differs outlined (`picture_url`). Not with `map`. */
      screenshots?: boolean
      /** @description When it is checked: cron or English, as `schedule` of a schedule. Default: `0 *\/6 * * *`. */
      check_interval?: string | null
      /** @description IANA name, whose clock times of day are read from. Default: `UTC`. */
      timezone?: string | null
      /** @description `semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`. */
      diff_mode?: ('semantic' | 'exact' | 'selector' | 'fields') | null
      /** @description CSS selectors, or such by names; with `diff_mode` `selector`. */
      monitor_selectors?:
        | (
            | string[]
            | {
                [key: string]: string
              }
          )
        | null
      /** @description Values that are watched, by names of yours; with `diff_mode` `fields`. */
      monitor_fields?: {
        [key: string]: components['schemas']['MonitorFieldInput']
      } | null
      /** @description Which differences are told. Default: all. */
      filters?: components['schemas']['MonitorFiltersInput'] | null
      /** @description When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`. */
      notify_on?: (('change' | 'error' | 'always') | ('change' | 'error' | 'always')[]) | null
      /** @description Receives `monitor.changed`, beside your endpoints; https. Default: nobody. */
      webhook_url?: components['schemas']['WebhookUrl'] | null
      /** @description With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual. */
      options?:
        | ({
            [key: string]: unknown
          } | null)
        | null
      /** @description The same as check_interval. */
      schedule?:
        | string
        | {
            /** @description The same in English: `30 minutes`. */
            every: string
          }
      /** @description The same as check_interval. */
      cron?: string
    }
    /** @description Body of `POST /auth/passkeys`. */
    NewPasskey: {
      /** @description What you call it: one line of at most 100 characters. Default: "Passkey". */
      name?: string
      /** @description What `navigator.credentials.create()` gave, by its `toJSON()`. */
      credential: components['schemas']['PasskeyCredential']
    }
    /** @description A password of 10 to 1,024 characters. */
    NewPassword: string
    /** @description Body of `POST /operator/oauth-clients`. */
    OAuthClientCreate: {
      /** @description What people are asked about. */
      name: string
      /** @description Where people are sent back to, exactly as the tool names it: by https, or of native tools by http on loopback. Default: []. */
      redirect_uris?: string[]
      /** @description It cannot keep a secret: it has none, and must use PKCE. Default: false. */
      public?: boolean
      /** @description Its keys are named "<name> Integration". Default: false. */
      first_party?: boolean
    }
    /** @description What `DELETE /operator/oauth-clients/{client_id}` answers. */
    OAuthClientDeleted: {
      /** @description The tool that is gone. */
      client_id: string
      /** @description How many keys have ended with it. */
      revoked_keys: number
    }
    /** @description A tool that people may give a key to. */
    OAuthClientInfo: {
      /** @description Names the tool; stands for `{client_id}` in paths. */
      client_id: string
      /** @description The secret, in the reply that makes it and never again; null otherwise. */
      client_secret: string | null
      /** @description What people are asked about. */
      name: string
      /** @description Whether it has no secret, and must use PKCE. */
      public: boolean
      /** @description Whether its keys are named `<name> Integration`. */
      first_party: boolean
      /**
       * @description Who made it known: `operator`; `built_in`, which is neither changed nor removed; `registered` itself (RFC 7591); or the `document` at the address that is its id.
       * @enum {string}
       */
      origin: 'operator' | 'built_in' | 'registered' | 'document'
      /** @description Where people are sent back to. */
      redirect_uris: string[]
      /** @description How many keys people have given it that are not revoked. */
      live_keys: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description What `GET /operator/oauth-clients` answers. */
    OAuthClientList: {
      /** @description The oldest first. */
      clients: components['schemas']['OAuthClientInfo'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `POST /operator/oauth-clients/{client_id}/rotate-secret` answers. */
    OAuthClientSecret: {
      /** @description The tool. */
      client_id: string
      /** @description The new secret; shown once. */
      client_secret: string
    }
    /** @description Body of `PATCH /operator/oauth-clients/{client_id}`. */
    OAuthClientUpdate: {
      /** @description Replaces them all. */
      redirect_uris: string[]
    }
    /** @description The body of an error, as RFC 6749 section 5.2 has it. */
    OAuthErrorReply: {
      /**
       * @description The code of the error, of RFC 6749, 7009, 7591 and 8628.
       * @enum {string}
       */
      error:
        | 'invalid_request'
        | 'invalid_client'
        | 'invalid_grant'
        | 'unsupported_grant_type'
        | 'unsupported_response_type'
        | 'invalid_scope'
        | 'unauthorized_client'
        | 'invalid_target'
        | 'authorization_pending'
        | 'slow_down'
        | 'access_denied'
        | 'expired_token'
        | 'invalid_redirect_uri'
        | 'invalid_client_metadata'
        | 'temporarily_unavailable'
        | 'server_error'
      /** @description What is wrong, for people, in ASCII. */
      error_description: string
    }
    /** @description Body of `POST /oauth/introspect`. */
    OAuthTokenForm: {
      /** @description A key that the client got by OAuth. */
      token?: string | null
      /** @description Has no effect: there is one kind of token. */
      token_type_hint?: string | null
      /** @description The tool: its `client_id`, or the address of its metadata document where the server takes such. */
      client_id?: string | null
      /** @description The secret of the tool, unless it comes by HTTP Basic or has none. */
      client_secret?: string | null
    }
    /**
     * @description What becomes of a batch with bad entries: `refuse` (the default) refuses it whole, `skip` leaves them out and lists them as `skipped`.
     * @enum {string}
     */
    OnInvalid: 'refuse' | 'skip'
    /** @description An account, as operators see it. */
    OperatedAccount: {
      /**
       * Format: uuid
       * @description Stands for `{account_id}` in paths. A UUID.
       */
      id: string
      /** @description What the account is called; of a person’s their name. */
      name: string
      /**
       * @description `personal`: of one person; `organization`; `system`: that of the demos, of nobody.
       * @enum {string}
       */
      kind: 'personal' | 'organization' | 'system'
      /** @description Addresses of the users whose personal account it is. */
      emails: string[]
      /** @description Credits of the balance without what open requests hold. */
      available_credits: number
      /** @description Credits that open requests hold. */
      held_credits: number
      /** @description How many keys it has that are not revoked. */
      api_keys: number
      /** @description Whether it has the enterprise tier, whatever the balance. */
      enterprise: boolean
      /** @description Rate-limit tokens a minute of its own; null: those of its tier. */
      requests_per_minute: number | null
      /** @description Slots for requests of its own; null: those of its tier. */
      concurrent_requests: number | null
      /** @description When the operator blocked it; null where it is not. ISO 8601, in UTC. */
      blocked_at: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description Body of `POST /operator/accounts`. */
    OperatedAccountCreate: {
      /** @description Address by which its first user signs in. */
      email: components['schemas']['Email']
      /** @description What the account is called. Default: the address. */
      name?: string
      /** @description Credits that its balance begins with. Default: what every new account gets. */
      credits?: number
      /** @description Whether it has the enterprise tier, whatever the balance. Default: false. */
      enterprise?: boolean
    }
    /** @description What `POST /operator/accounts` answers. */
    OperatedAccountCreated: {
      /**
       * Format: uuid
       * @description Stands for `{account_id}` in paths. A UUID.
       */
      account_id: string
      /** @description Address by which its first user signs in. */
      email: string
      /** @description With what its first user signs in; shown once, as is `api_key`. */
      password: string
      /** @description Its first key; shown once. */
      api_key: string
    }
    /** @description What `GET /operator/accounts` answers. */
    OperatedAccountList: {
      /** @description The newest first. */
      accounts: components['schemas']['OperatedAccount'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description A job of any account, without what its page or its secrets say. */
    OperatedJob: {
      /**
       * Format: uuid
       * @description The job. A UUID.
       */
      id: string
      /** @description `X-Request-Id` of the request that asked for it or its batch; null: none did. */
      request_id: string | null
      /**
       * Format: uuid
       * @description Whose it is: an `id` that `GET /operator/accounts` lists. A UUID.
       */
      account_id: string
      /** @description What the account is called. */
      account_name: string
      /** @description The key that asked; null of a person or a demo. A UUID. */
      api_key_id: string | null
      /** @description What that key is called; null without one. */
      api_key_name: string | null
      /** @description The batch, crawl or search that it is an item of; null: of none. A UUID. */
      batch_id: string | null
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'completed' | 'failed'
      /** @description Whether a test key asked. */
      test: boolean
      /** @description The page, without login and without values of its query. */
      url: string
      /** @description The mode that was asked for. */
      mode: string
      /**
       * @description Which tier it is, the cheapest being `1`.
       * @enum {string}
       */
      tier: '1' | '2' | '3' | '4' | '5' | '3.5'
      /** @description In their order. */
      attempts: {
        /**
         * @description Which tier it is, the cheapest being `1`.
         * @enum {string}
         */
        tier: '1' | '2' | '3' | '4' | '5' | '3.5'
        /** @description `delivered`, or why nothing was. */
        result: string
        /** @description What stood in the way of a `blocked` one; null of others. */
        wall: string | null
        /** @description What went wrong, in words; null where nothing did. */
        error: string | null
        /** @description How long it took, in milliseconds. */
        duration_ms: number
      }[]
      /** @description Credits that it was charged. */
      credits: number
      /** @description Credits that are held for it now. */
      held_credits: number
      /** @description Code of its error; null where there is none. */
      error_code: string | null
      /** @description Its error, as its caller reads it; null where there is none. */
      error: string | null
      /** @description Why it has not ended; null once it has. */
      waits_for: string | null
      /** @description How many workers have died with it. */
      lost_workers: number
      /** @description The failed job that was run again as this one; null: none was. A UUID. */
      redriven_from: string | null
      /** @description The job as which this one was run again; null: it was not. A UUID. */
      redriven_as: string | null
      /**
       * Format: date-time
       * @description When it was accepted. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When a worker took it first; null: none has. ISO 8601, in UTC. */
      started_at: string | null
      /** @description When it ended; null: it has not. ISO 8601, in UTC. */
      finished_at: string | null
      /**
       * Format: date-time
       * @description When it is given up. ISO 8601, in UTC.
       */
      deadline_at: string
      /** @description Who is told of it, 20 at most. */
      webhooks: {
        /**
         * Format: uuid
         * @description The delivery. A UUID.
         */
        id: string
        /** @description What it tells. */
        event: string
        /** @description Where it goes. */
        host: string
        /** @description `pending`, `retrying`, `delivered`, `failed` or `cancelled`. */
        state: string
        /** @description How often it was sent. */
        attempts: number
        /** @description The last answer; null: there was none. */
        status_code: number | null
        /** @description What went wrong the last time; null where nothing did. */
        error: string | null
      }[]
    }
    /** @description What `GET /operator/jobs/{job_id}` answers. */
    OperatedJobs: {
      /** @description One by its own id; of a request all, the oldest first, 20 at most. */
      jobs: components['schemas']['OperatedJob'][]
    }
    /** @description Body of `POST /operator/accounts/{account_id}/api-keys`. */
    OperatedKeyCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /** @description A test key answers from built-in sample pages and costs nothing. Default: false. */
      test?: boolean
    }
    /** @description Body of `PUT /operator/accounts/{account_id}/limits`. */
    OperatedLimits: {
      /** @description The enterprise tier, whatever the balance. */
      enterprise?: boolean
      /** @description Rate-limit tokens a minute; null: those of its tier. */
      requests_per_minute?: number | null
      /** @description Slots for requests; null: those of its tier. */
      concurrent_requests?: number | null
    }
    /** @description A proxy of the setting `PROXIES`, as one process sees it. */
    OperatedProxy: {
      /** @description Which service uses it. */
      service: string
      /** @description Its address, without login. */
      host: string
      /** @description What it serves: `standard`, `premium` or `system`. */
      pool: string
      /** @description How often in a row it has failed. */
      failures: number
      /** @description Until when it is left out; null while it is used. ISO 8601, in UTC. */
      paused_until: string | null
    }
    /** @description What waits, and how old the oldest is. */
    OperatedQueues: {
      /** @description Jobs by the tier that is to fetch them. */
      tiers: {
        /**
         * @description Which tier it is, the cheapest being `1`.
         * @enum {string}
         */
        tier: '1' | '2' | '3' | '4' | '5' | '3.5'
        /** @description Jobs that no worker has. */
        waiting: number
        /** @description Jobs that a worker has. */
        running: number
        /** @description How many seconds the oldest one has waited; null: none waits. */
        oldest_seconds: number | null
      }[]
      /** @description Work beside the queues of jobs. */
      backlogs: {
        /**
         * @description What waits.
         * @enum {string}
         */
        name: 'admission' | 'webhooks' | 'mails' | 'exports' | 'schedules' | 'maps'
        /** @description How many wait, counted up to 10,001. */
        waiting: number
        /** @description How many seconds the oldest one has been due; null: none is. */
        oldest_seconds: number | null
      }[]
      /** @description Messages in Redis, which wake workers; null: Redis does not answer. */
      messages:
        | {
            /** @description Name of the queue. */
            queue: string
            /** @description Messages that wait. */
            waiting: number
            /** @description Messages that are worked on. */
            active: number
            /** @description Messages that wait for a place, or for their time. */
            delayed: number
          }[]
        | null
      /** @description Path of the page that shows single messages; it asks for a login of its own. */
      queue_ui: string
    }
    /** @description What `GET /operator/sites/{domain}` answers. */
    OperatedSite: {
      /** @description Name of the site, as in its addresses. */
      host: string
      /** @description Whether operators refuse it, or a domain above it. */
      refused: boolean
      /** @description The newest first, 2,000 at most. */
      hours: {
        /**
         * @description Which tier it is, the cheapest being `1`.
         * @enum {string}
         */
        tier: '1' | '2' | '3' | '4' | '5' | '3.5'
        /** @description `delivered`, or why nothing was: `blocked`, `timeout`, `network_error` and others. */
        result: string
        /** @description What stood in the way of a `blocked` one; null of others. */
        wall: string | null
        /** @description How many attempts ended so. */
        attempts: number
        /**
         * Format: date-time
         * @description When the hour begins. ISO 8601, in UTC.
         */
        hour: string
        /** @description In milliseconds. */
        average_ms: number
      }[]
    }
    /** @description What `GET /operator/sites` answers. */
    OperatedSites: {
      /** @description In the order that was asked for. */
      sites: {
        /** @description Name of the site, as in its addresses. */
        host: string
        /** @description How many attempts at it have ended. */
        attempts: number
        /** @description Those that delivered a page. */
        delivered: number
        /** @description Those that did not. */
        failed: number
        /** @description How long an attempt takes, in milliseconds. */
        average_ms: number
        /** @description Whether operators refuse it, or a domain above it. */
        refused: boolean
        /** @description How they ended, the most frequent first, 12 at most. */
        verdicts: {
          /**
           * @description Which tier it is, the cheapest being `1`.
           * @enum {string}
           */
          tier: '1' | '2' | '3' | '4' | '5' | '3.5'
          /** @description `delivered`, or why nothing was: `blocked`, `timeout`, `network_error` and others. */
          result: string
          /** @description What stood in the way of a `blocked` one; null of others. */
          wall: string | null
          /** @description How many attempts ended so. */
          attempts: number
        }[]
      }[]
    }
    /** @description A ticket of support, as operators see it. */
    OperatedTicket: {
      /**
       * Format: uuid
       * @description Stands for `{ticket_id}` in paths. A UUID.
       */
      id: string
      /** @description What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too. */
      readable_id: string
      /** @description What it is about, in a line. */
      subject: string
      /**
       * @description What kind of question it is.
       * @enum {string}
       */
      category: 'question' | 'problem' | 'billing' | 'abuse'
      /**
       * @description `open`: the operator is asked; `answered`: you are; `closed`: nobody is.
       * @enum {string}
       */
      status: 'open' | 'answered' | 'closed'
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description When it was closed; null where it is not. ISO 8601, in UTC. */
      closed_at: string | null
      /** @description Who asks; null: somebody without an account. A UUID. */
      account_id: string | null
      /** @description Address of who has asked without an account; null of others. */
      email: string | null
    }
    /** @description What `GET /operator/tickets` answers. */
    OperatedTicketList: {
      /** @description The one that waits longest comes first. */
      tickets: components['schemas']['OperatedTicket'][]
    }
    /** @description What `GET /operator/audit-log` answers. */
    OperatorAudit: {
      /** @description The newest first. */
      entries: {
        /** @description Names the entry; later ones have greater numbers. */
        id: string
        /** @description `user:<id>`, `key:<id>`, `operator:<name>` or `system`. */
        actor: string
        /** @description What was done, such as `api_key.created`. */
        action: string
        /** @description What it was done to, such as `api_key:<id>`; null where it was done to nothing. */
        target: string | null
        /** @description More of it, depending on `action`; never a secret. */
        details: {
          [key: string]: unknown
        }
        /**
         * Format: date-time
         * @description When it was done. ISO 8601, in UTC.
         */
        timestamp: string
        /** @description The account that it concerns; null where it concerns none. A UUID. */
        account_id: string | null
      }[]
      /** @description Reads on from here, as `cursor`; null: there is nothing older. */
      next_cursor: string | null
    }
    /** @description An organization, as one of its members sees it. */
    Organization: {
      /**
       * Format: uuid
       * @description Stands for `{organization_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description The name in letters of an address, and 8 hexadecimal digits. It stays when the name changes. */
      slug: string
      /** @description What its members read of it; null where there is nothing. */
      description: string | null
      /** @description Whether it is your own account, and no organization. */
      is_personal: boolean
      /**
       * @description What you may do in it: the `owner` everything, an `admin` all but to delete it or hand it over, a `member` work with it.
       * @enum {string}
       */
      role: 'member' | 'admin' | 'owner'
      /** @description How many people are in it, you included. */
      member_count: number
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description Body of `POST /organizations`. */
    OrganizationCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /** @description Up to 500 characters for its members; null: none. */
      description?: string | null
    }
    /** @description What `GET /organizations` answers. */
    OrganizationList: {
      /** @description Those that you are in. */
      organizations: components['schemas']['Organization'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of `PATCH /organizations/{organization_id}`. */
    OrganizationUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description Up to 500 characters for its members; null: none. */
      description?: string | null
    }
    /** @description Body of `POST /organizations/{organization_id}/transfer`. */
    OwnershipTransfer: {
      /**
       * Format: uuid
       * @description The member who becomes owner; the owner becomes an admin. A UUID.
       */
      user_id: string
    }
    /** @description What `GET /archive` answers. */
    PageArchive: {
      /** @description Whether delivered pages are kept as they were fetched. */
      enabled: boolean
      /** @description Days that pages are kept which come from now on. */
      retention_days: number
      /** @description Pages that are kept now. */
      pages: number
      /** @description Bytes that they take, compressed. */
      bytes: number
      /** @description Bytes that they may take. A full archive takes no more pages. */
      limit_bytes: number
    }
    /** @description Body of `PUT /archive`. */
    PageArchiveInput: {
      /** @description Whether delivered pages are kept as they were fetched. */
      enabled: boolean
      /** @description Days that pages are kept which come from now on. Default: 30, or what it was. */
      retention_days?: number
    }
    /** @description The body as it came, byte for byte. */
    PageBytes: {
      /** @description What it is, as its server declares it. */
      content_type: string
      /** @description How many bytes there are. */
      size_bytes: number
      /** @description SHA-256 of the bytes, in hexadecimal digits. */
      sha256: string
      /** @description The bytes, where they are at most 1 MB. */
      base64?: string
      /** @description Signed link to the bytes as a file, where they are more, valid for 24 hours. */
      url?: string
    }
    /** @description A page by the formats that were asked for: each stands under its name. */
    PageContent: {
      /** @description The content as Markdown. Absent where it was not asked for. */
      markdown?: unknown
      /** @description The content as plain text. Absent where it was not asked for. */
      text?: unknown
      /** @description The whole page as HTML, without scripts, styles, comments and tracking. Absent where it was not asked for. */
      html?: unknown
      /** @description The structured data of the page, or the fields of an `extraction_schema`. Absent where it was not asked for. */
      json?: unknown
      /** @description The page as a tree of sections. Absent where it was not asked for. */
      json_v2?: unknown
      /** @description Chunks of the content with token counts. Absent where it was not asked for. */
      rag?: unknown
      /** @description The links of the page. Absent where it was not asked for. */
      links?: unknown
      /** @description The images of the page. Absent where it was not asked for. */
      images?: unknown
      /** @description The tables of the page as rows and columns, spans resolved. Absent where it was not asked for. */
      tables?: components['schemas']['PageTables']
      /** @description Markdown with lists of images and links. Absent where it was not asked for. */
      content?: unknown
      /** @description The body as it came: text, or base64 of a file. Absent where it was not asked for. */
      raw?: unknown
      /** @description The bytes of the body, files and images too: base64, above 1 MB a link. Absent where it was not asked for. */
      bytes?: components['schemas']['PageBytes']
      /** @description A few sentences by a language model of your own; null where none has answered: `warnings` says why, and nothing is charged for it. Absent where it was not asked for. */
      summary?: string | null
      /** @description What has changed since you last scraped the page; null where there was nothing to compare: `warnings` says why. Absent where it was not asked for. */
      change_tracking?: components['schemas']['ChangeTracking'] | null
    }
    /** @description The tables of a page, in its order. */
    PageTables: {
      /** @description Its caption; empty where it has none. */
      caption: string
      /** @description The nearest heading before it. */
      heading: string
      /** @description Rows of column names; empty where there are none. */
      header: string[][]
      /** @description All as wide as the widest; a cell that spans several places stands in each. */
      rows: string[][]
      /** @description Of a table in a cell: where that cell stands; rows count those of the header. */
      within?: {
        /** @description Its place in this list, from 0. */
        table: number
        /** @description The row, from 0. */
        row: number
        /** @description The column, from 0. */
        column: number
      }
    }[]
    /** @description Body of `POST /parse`. */
    ParseRequest: {
      /** @description The page or file, up to 10 MB; of an upload it is the file itself. */
      content: string
      /**
       * @description How `content` is written: HTML or another text as it is, files as base64. Default: "text".
       * @enum {string}
       */
      encoding?: 'text' | 'base64'
      /** @description What it is, as a server would declare it. Default: HTML for a text; else its bytes and its name say it. */
      content_type?: string
      /** @description Tells the type of a file whose bytes do not. */
      filename?: string
      /** @description Where it is from: links are resolved against it. It is never fetched. */
      source_url?: components['schemas']['HttpUrl']
      /**
       * @description `ocr` reads the text of an image. Default: "auto".
       * @enum {string}
       */
      mode?: 'auto' | 'pdf' | 'ocr'
      /** @description As of a scrape. */
      formats?: (
        | 'markdown'
        | 'text'
        | 'html'
        | 'json'
        | 'json_v2'
        | 'rag'
        | 'links'
        | 'images'
        | 'tables'
        | 'content'
        | 'raw'
        | 'bytes'
        | 'summary'
      )[]
      /** @description How it is read, as of a scrape. Default: {}. */
      advanced?: {
        /** @description Leave what surrounds the content out of Markdown and text. Default: true. */
        only_main_content?: boolean
        /** @description CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays. */
        include_selectors?: string[]
        /** @description CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`. */
        exclude_selectors?: string[]
        /** @description Leave cookie banners out. Default: true. */
        remove_cookie_banners?: boolean
        /** @description What `json_v2` leaves out. */
        section_filter?: {
          /** @description Leave out sections with fewer blocks than this; blocks of their subsections count. */
          min_content_blocks?: number
          /** @description Leave out sections that hold headings and images only. */
          content_only?: boolean
          /** @description Kinds of blocks that are left out everywhere. */
          exclude_content_types?: (
            | 'paragraph'
            | 'list'
            | 'table'
            | 'image'
            | 'code'
            | 'blockquote'
            | 'dl'
            | 'details'
          )[]
        }
        /** @description How the format `rag` is cut. */
        rag?: {
          /** @description Most tokens that a chunk has. Default: 512. */
          chunk_tokens?: number
          /** @description Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`. */
          overlap_tokens?: number
        }
        /** @description Read the text of an image. */
        ocr?: boolean
        /** @description Languages of the text of an image, as Tesseract names them: `eng`, `deu`. */
        ocr_languages?: string[]
        /** @description The same as `evidence` at the top level. */
        evidence?: boolean
      }
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description Add `raw_html` to the reply. Default: false. */
      include_raw_html?: boolean
      /** @description Wait for it. `false` answers 202 with a `job_id` at once. Default: true. */
      sync?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description Receives the end of the job as a signed POST, whether the request waits for it or not; https. */
      webhook_url?: components['schemas']['WebhookUrl']
    }
    /** @description A passkey by which its owner signs in. */
    Passkey: {
      /**
       * Format: uuid
       * @description Stands for `{passkey_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description Whether other devices of its owner have it too. */
      backed_up: boolean
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When somebody signed in with it last; null: never. ISO 8601, in UTC. */
      last_used_at: string | null
    }
    /** @description What `PublicKeyCredential.toJSON()` gives. */
    PasskeyCredential: {
      /** @description Names the credential: base64url. */
      id: string
      /** @description The same as `id`. */
      rawId: string
      /**
       * @description The kind of credential.
       * @constant
       */
      type: 'public-key'
      /** @description What the authenticator has signed, in base64url. */
      response: {
        [key: string]: unknown
      }
    } & {
      [key: string]: unknown
    }
    /** @description What `GET /auth/passkeys` answers. */
    PasskeyList: {
      /** @description The oldest first. */
      passkeys: components['schemas']['Passkey'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of `POST /auth/login/passkey`. */
    PasskeyLogin: {
      /** @description What `navigator.credentials.get()` gave, by its `toJSON()`. */
      credential: components['schemas']['PasskeyCredential']
    }
    /** @description What `POST /auth/login/passkey/options` answers. */
    PasskeyOptions: {
      /** @description What the authenticator signs: base64url. */
      challenge: string
    } & {
      [key: string]: unknown
    }
    /** @description Body of `POST /auth/passkeys/options`. */
    PasskeyProof: {
      /** @description Your password, to show that it is you. */
      password: string
      /** @description Of the authenticator app, or a recovery code; required of who has a second factor. */
      code?: string
    }
    /** @description Body of `PATCH /auth/passkeys/{passkey_id}`. */
    PasskeyUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
    }
    /** @description Body of `POST /auth/change-password`. */
    PasswordChange: {
      /** @description The one before. */
      current_password: string
      /** @description The new one: at least 10 characters. */
      new_password: components['schemas']['NewPassword']
      /** @description Of the authenticator app, or a recovery code; required of who has a second factor. */
      code?: string
    }
    /** @description What `POST /auth/change-password` answers. */
    PasswordChanged: {
      /** @description Who has signed in. */
      user: components['schemas']['User']
      /** @description Goes into `Authorization: Bearer`. */
      access_token: string
      /**
       * @description How the access token is sent.
       * @constant
       */
      token_type: 'bearer'
      /** @description Seconds that the access token is valid. */
      expires_in: number
      /** @description Good for one exchange, within 30 days. */
      refresh_token: string
      /**
       * @description The password is the new one.
       * @constant
       */
      status: 'password_changed'
    }
    /** @description Body of `POST /auth/totp`. */
    PasswordProof: {
      /** @description Your password, to show that it is you. */
      password: string
    }
    /** @description Body of `POST /auth/reset-password`. */
    PasswordResetForm: {
      /** @description From the mail. */
      token: string
      /** @description The new password: at least 10 characters. */
      password: components['schemas']['NewPassword']
    }
    /** @description Globs on the path of an address: `*` within a segment, `**` across segments, `?` for one character, `{a,b}`. */
    PathPatterns: string[]
    /**
     * Format: uri
     * @description Where it is read, as a whole address.
     */
    PollUrl: string
    /** @description Body of `PATCH /auth/me`. */
    ProfileUpdate: {
      /** @description What you are called: one line of at most 100 characters. */
      name?: string
    }
    /** @description Body of `POST /proxies`. */
    ProxyCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      url: components['schemas']['ProxyUrl']
      /** @description Where it comes out: ISO 3166-1 alpha-2, such as `DE`. For you to know. */
      country?: string
    }
    /** @description A proxy of your own, without its login. */
    ProxyIntegration: {
      /**
       * Format: uuid
       * @description Stands for `{proxy_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description How it is spoken to: `http`, `https` or `socks5`. */
      scheme: string
      /** @description Where it is: a host name or an IP address. */
      host: string
      /** @description Where at its host it listens. */
      port: number
      /** @description Whether a login is stored: it is sealed, and never shown. */
      has_credentials: boolean
      /** @description Where it comes out: ISO 3166-1 alpha-2; null: unknown. */
      country: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description What `GET /proxies` answers. */
    ProxyList: {
      /** @description The oldest first. */
      proxies: components['schemas']['ProxyIntegration'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `POST /proxies/{proxy_id}/test` answers. */
    ProxyTestResult: {
      /** @description Whether a page came through the proxy, whatever its status. */
      ok: boolean
      /** @description HTTP status of that page; absent where none came. */
      status_code?: number
      /** @description How long it took, in milliseconds. */
      latency_ms: number
      /** @description Why none came; absent with `ok`. */
      error?: string
    }
    /** @description Body of `PATCH /proxies/{proxy_id}`. */
    ProxyUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description Replaces the address and the login. */
      url?: components['schemas']['ProxyUrl']
      /** @description Where it comes out: ISO 3166-1 alpha-2; null: unknown. */
      country?: string | null
    }
    /** @description Address of the proxy with its login: `http://user:password@proxy.example.com:8080`; `http`, `https` or `socks5`. Write-only: no reply holds it. */
    ProxyUrl: string
    /** @description What `POST /support/tickets/public` answers. */
    PublicTicketAccepted: {
      /**
       * @description The question was taken; its answer comes by mail.
       * @constant
       */
      status: 'accepted'
      /** @description What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too. */
      readable_id: string
      /** @description The same in a sentence. */
      message: string
    }
    /** @description Body of `POST /support/tickets/public`. */
    PublicTicketCreate: {
      /** @description What it is about, in a line. */
      subject: string
      /** @description What is asked, in up to 10,000 characters of plain text. */
      message: string
      /**
       * @description What kind of question it is. Default: "question".
       * @enum {string}
       */
      category?: 'question' | 'problem' | 'billing' | 'abuse'
      /** @description Where the answer goes. */
      email: components['schemas']['Email']
      /** @description Who asks; absent: the operator sees the address alone. */
      name?: string
      /** @description Leave it out: forms hide this field, and only programs fill it in. */
      website?: string
    }
    /** @description Why a delivered page may not be what a reader would see. */
    QualityWarning: {
      /** @description `STILL_LOADING`, `BLANK_SCREENSHOT`, `EMPTY_CONTENT`, `LOW_CONTENT`, `UNSURE_MAIN_CONTENT`, `PARTS_LEFT_OUT` or `FALLBACK_READER`. */
      code: string
      /** @description The same in a sentence. */
      reason: string
      /** @description Words of readable text. */
      word_count: number
      /** @description Bytes of readable text. */
      content_size_bytes: number
    }
    /** @description One payment. */
    Receipt: {
      /**
       * Format: uuid
       * @description Stands for `{receipt_id}` in paths. A UUID.
       */
      id: string
      /** @description What people call the receipt, such as on its page. */
      number: string
      /**
       * @description `partially_refunded`, `refunded`: a part or all of it has gone back; `disputed`: the customer’s bank is asked to take it back.
       * @enum {string}
       */
      status: 'paid' | 'partially_refunded' | 'refunded' | 'disputed'
      /** @description What was paid, in US cents. */
      amount_cents: number
      /** @description Currency of the amounts, by ISO 4217 in small letters: `usd`. */
      currency: string
      /** @description Credits that it has bought. */
      credits: number
      /** @description What of it has gone back, in US cents. */
      refunded_cents: number
      /** @description What of it is under dispute, in US cents. */
      disputed_cents: number
      /**
       * Format: date-time
       * @description When it was paid. ISO 8601, in UTC.
       */
      paid_at: string
      /**
       * Format: uri
       * @description Opens the receipt in a browser, for an hour.
       */
      url: string
    }
    /** @description What `GET /billing/receipts` answers. */
    ReceiptList: {
      /** @description The newest first. */
      receipts: components['schemas']['Receipt'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description An invitation, as the person sees it who is invited. */
    ReceivedInvitation: {
      /**
       * Format: uuid
       * @description Stands for `{invitation_id}` in paths. A UUID.
       */
      id: string
      /** @description Who is invited. */
      email: string
      role: components['schemas']['GivenRole']
      /** @description E-mail address of the sender; null once that account is deleted. */
      invited_by: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description Until when it may be accepted. ISO 8601, in UTC.
       */
      expires_at: string
      /** @description Who invites. */
      organization: {
        /**
         * Format: uuid
         * @description Stands for `{organization_id}` in paths. A UUID.
         */
        id: string
        /** @description What its owner calls it. */
        name: string
      }
    }
    /** @description What `GET /invitations` answers. */
    ReceivedInvitationList: {
      /** @description The newest first. */
      invitations: components['schemas']['ReceivedInvitation'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `POST /auth/totp/confirm` answers. */
    RecoveryCodes: {
      /** @description Each signs in once in place of a code. Shown once. */
      recovery_codes: string[]
    }
    /** @description Body of `POST /operator/jobs/redrive`. */
    RedriveRequest: {
      /**
       * Format: uuid
       * @description Only jobs of this account. A UUID.
       */
      account_id?: string
      /** @description Only jobs at this host. */
      host?: string
      /** @description Only jobs that ended with this code, such as `ALL_TIERS_FAILED`. */
      error?: string
      /**
       * Format: date-time
       * @description Accepted at or after; by default a day ago. ISO 8601.
       */
      since?: string
      /**
       * Format: date-time
       * @description Accepted before; by default now. ISO 8601.
       */
      until?: string
      /** @description Most jobs, the oldest first. Default: 100. */
      limit?: number
      /** @description Only tell which. Else balances are charged for what is delivered. Default: true. */
      dry_run?: boolean
    }
    /** @description What `POST /operator/jobs/redrive` answers. */
    Redriven: {
      /** @description The jobs that failed, the oldest first. */
      jobs: {
        /**
         * Format: uuid
         * @description The job that failed. A UUID.
         */
        job_id: string
        /**
         * Format: uuid
         * @description Whose job it is. A UUID.
         */
        account_id: string
        /** @description The page, as it was asked for. */
        url: string
        /** @description The code of its error. */
        error: string
        /** @description What was done: a new job, by its id, or why there is none. */
        result: string
      }[]
    }
    /** @description Body of `POST /auth/refresh`. */
    Refresh: {
      /** @description The one of the last sign-in or refresh; it is good once. */
      refresh_token: string
    }
    /** @description Body of `POST /sessions/{session_id}/refresh`. */
    RefreshSessionRequest: components['schemas']['SessionRefresh']
    /** @description Body of `POST /auth/register`. */
    Registration: {
      /** @description By which you sign in, and where mails go. */
      email: components['schemas']['Email']
      /** @description At least 10 characters, to sign in with. */
      password: components['schemas']['NewPassword']
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
    }
    /** @description Body of `POST /auth/confirm-registration`. */
    RegistrationConfirmation: {
      /** @description From the mail. */
      token: string
      /** @description The one that was chosen when the account was asked for. */
      password: string
    }
    /** @description Values of headers by their names: at most 50, none that the transport sets. */
    RequestHeaders: {
      [key: string]: components['schemas']['HeaderValue']
    }
    /** @description Body of `POST /batch/{batch_id}/retry`. */
    RetryBatchRequest: components['schemas']['BatchRetry']
    /** @description Body of `POST /jobs/{job_id}/retry`. */
    RetryJobRequest: components['schemas']['JobChanges']
    /** @description Body of `POST /webhooks/secret/rotate`. */
    RotateWebhookSecretRequest: components['schemas']['WebhookSecretRotation']
    /** @description Work that is done again and again, by its times. */
    Schedule: {
      /**
       * Format: uuid
       * @description Stands for `{schedule_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /**
       * @description Whether it goes on by its times; while `paused` only when somebody asks.
       * @enum {string}
       */
      status: 'active' | 'paused'
      /** @description Why it is paused; null while it is active. `caller`: somebody has paused it; `authority`: who made, changed or resumed it last may not act for the account any more; who resumes it takes that over; `no_more_times`: nothing is left of its times. */
      paused_reason: ('caller' | 'authority' | 'no_more_times') | null
      /** @description Made with a test key: its runs fetch sample pages and cost nothing. */
      test: boolean
      /**
       * @description What each run is, by which of `urls`, `crawl`, `map` and `search` it has.
       * @enum {string}
       */
      kind: 'batch' | 'crawl' | 'map' | 'search'
      /** @description Of a batch: as they were sent, secrets masked. */
      urls?: unknown[]
      /** @description Of a crawl: as it was sent, secrets masked. */
      crawl?: unknown
      /** @description Of a map: as it was sent, secrets masked. */
      map?: unknown
      /** @description Of a search: as it was sent, secrets masked. */
      search?: unknown
      /** @description What holds for each page, as it was sent, secrets masked; absent where nothing was. */
      options?: unknown
      /** @description Formats of the pages, as they were sent; absent where none were. */
      formats?: unknown
      /** @description The login session that pages are fetched with; absent without one. */
      session_id?: string
      /** @description As it was sent. */
      schedule: string
      /** @description What was understood; null for a step of `every_seconds`. */
      cron: string | null
      /** @description Of a step such as every 30 minutes: its seconds, counted from 1970 in UTC; null for times of `cron`. */
      every_seconds: number | null
      /** @description IANA name of the zone whose clock its times are read from. */
      timezone: string
      /** @description The true time of the next run, `spread_seconds` included; null while paused. ISO 8601, in UTC. */
      next_run_at: string | null
      /** @description Seconds after its times at which it runs, always the same for a schedule: so that not all hourly ones run in one second. At most a twentieth of the time between two runs, and 5 minutes. */
      spread_seconds: number
      /** @description Who is told of the end of each run; null where nobody is. */
      webhook_url: string | null
      /** @description How each batch or crawl is exported; null where it is not. */
      export: components['schemas']['ExportRequest'] | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description Body of the webhook `schedule.completed`. */
    ScheduleCompletedWebhook: {
      /**
       * Format: uuid
       * @description Stands for `{schedule_id}` in paths. A UUID.
       */
      schedule_id: string
      /**
       * @description `pending`: it is due, and waits for a place among what the account has under way, for 1 hour at most; `skipped_limit`: it found none; `skipped_overlap`: the run before had not ended; `skipped_no_credits`: the balance did not cover it.
       * @enum {string}
       */
      status:
        | 'pending'
        | 'running'
        | 'completed'
        | 'partially_failed'
        | 'failed'
        | 'cancelled'
        | 'skipped_overlap'
        | 'skipped_no_credits'
        | 'skipped_limit'
      /**
       * @description `schedule`: its time had come; `manual`: somebody asked for it.
       * @enum {string}
       */
      trigger: 'schedule' | 'manual'
      /**
       * Format: date-time
       * @description When it was to begin. ISO 8601, in UTC.
       */
      due_at: string
      /** @description Of a 202. */
      poll_url?: components['schemas']['PollUrl']
      /** @description When its work was begun; null before, and where it was skipped. ISO 8601, in UTC. */
      started_at: string | null
      /** @description When its work had ended, or it was skipped; null before. ISO 8601, in UTC. */
      finished_at: string | null
      /** @description The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work. */
      batch_id: string | null
      /** @description The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work. A UUID. */
      crawl_id: string | null
      /** @description The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work. A UUID. */
      map_id: string | null
      /** @description The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other work. */
      search_id: string | null
      /** @description Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing. */
      total: number | null
      /** @description Pages that were delivered; null as `total` is. */
      completed: number | null
      /** @description Pages that have failed; null as `total` is. */
      failed: number | null
      /** @description Pages that were cancelled; null as `total` is. */
      cancelled: number | null
      /** @description Credits charged for it; null before its end. */
      credits_used: number | null
      /** @description Why it has made nothing, or why that has failed; null otherwise. */
      error: {
        /** @description The code of the error, for programs. */
        code: string
        /** @description What went wrong, for people. */
        message: string
      } | null
      /** @description Its export, which `GET /exports/runs/{export_id}` reads; null without one. A UUID. */
      export_id: string | null
      /** @description Why there is no export although the schedule wants one; null otherwise. */
      export_error: {
        /** @description The code of the error, for programs. */
        code: string
        /** @description What went wrong, for people. */
        message: string
      } | null
      /**
       * @description What has happened: a run has ended, in whichever way.
       * @constant
       */
      event: 'schedule.completed'
      /** @description What its owner calls it. */
      schedule_name: string
      /**
       * Format: uuid
       * @description The run, which `GET /schedules/{schedule_id}/runs` lists. A UUID.
       */
      run_id: string
    }
    /** @description Body of `POST /schedules`. */
    ScheduleCreate: {
      /** @description What you call it: one line of at most 255 characters. */
      name: string
      /** @description When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`, `every 30 minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes. */
      schedule?:
        | string
        | {
            /** @description The same in English: `30 minutes`. */
            every: string
          }
      /** @description The same as schedule. */
      cron?: string
      /** @description IANA name, such as `Europe/Berlin`: whose clock times of day are read from. Default: "UTC". */
      timezone?: string
      /** @description Each run is a batch of these, as in `POST /batch`. */
      urls?: components['schemas']['BatchEntry'][]
      /** @description Each run is this crawl. */
      crawl?: components['schemas']['CrawlEstimateRequest']
      /** @description Each run is this map. */
      map?: components['schemas']['MapRequest']
      /** @description Each run is this search. */
      search?: components['schemas']['SearchRequest']
      /** @description With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`. */
      options?: {
        [key: string]: unknown
      } | null
      /** @description Of a batch or a crawl, or of what a search scrapes. */
      formats?: components['schemas']['FormatName'][] | null
      /** @description Of a batch or a crawl. A UUID. */
      session_id?: string | null
      /** @description Receives `schedule.completed`, and before it what `webhook_url` of a batch or crawl receives; https. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description Exports each batch or crawl once it has ended, as `POST /batch/{batch_id}/export` does. */
      export?: components['schemas']['ExportRequestInput']
    }
    /** @description What `GET /schedules` answers. */
    ScheduleList: {
      /** @description The oldest first. */
      schedules: components['schemas']['Schedule'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description One time at which a schedule was due, or was run by hand. */
    ScheduleRun: {
      /**
       * Format: uuid
       * @description Names the run. A UUID.
       */
      id: string
      /**
       * Format: uuid
       * @description Stands for `{schedule_id}` in paths. A UUID.
       */
      schedule_id: string
      /**
       * @description `pending`: it is due, and waits for a place among what the account has under way, for 1 hour at most; `skipped_limit`: it found none; `skipped_overlap`: the run before had not ended; `skipped_no_credits`: the balance did not cover it.
       * @enum {string}
       */
      status:
        | 'pending'
        | 'running'
        | 'completed'
        | 'partially_failed'
        | 'failed'
        | 'cancelled'
        | 'skipped_overlap'
        | 'skipped_no_credits'
        | 'skipped_limit'
      /**
       * @description `schedule`: its time had come; `manual`: somebody asked for it.
       * @enum {string}
       */
      trigger: 'schedule' | 'manual'
      /**
       * Format: date-time
       * @description When it was to begin. ISO 8601, in UTC.
       */
      due_at: string
      /** @description Of a 202. */
      poll_url?: components['schemas']['PollUrl']
      /** @description When its work was begun; null before, and where it was skipped. ISO 8601, in UTC. */
      started_at: string | null
      /** @description When its work had ended, or it was skipped; null before. ISO 8601, in UTC. */
      finished_at: string | null
      /** @description The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work. */
      batch_id: string | null
      /** @description The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work. A UUID. */
      crawl_id: string | null
      /** @description The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work. A UUID. */
      map_id: string | null
      /** @description The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other work. */
      search_id: string | null
      /** @description Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing. */
      total: number | null
      /** @description Pages that were delivered; null as `total` is. */
      completed: number | null
      /** @description Pages that have failed; null as `total` is. */
      failed: number | null
      /** @description Pages that were cancelled; null as `total` is. */
      cancelled: number | null
      /** @description Credits charged for it; null before its end. */
      credits_used: number | null
      /** @description Why it has made nothing, or why that has failed; null otherwise. */
      error: {
        /** @description The code of the error, for programs. */
        code: string
        /** @description What went wrong, for people. */
        message: string
      } | null
      /** @description Its export, which `GET /exports/runs/{export_id}` reads; null without one. A UUID. */
      export_id: string | null
      /** @description Why there is no export although the schedule wants one; null otherwise. */
      export_error: {
        /** @description The code of the error, for programs. */
        code: string
        /** @description What went wrong, for people. */
        message: string
      } | null
    }
    /** @description What `GET /schedules/{schedule_id}/runs` answers. */
    ScheduleRunList: {
      /** @description The newest first. */
      runs: components['schemas']['ScheduleRun'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description Body of `PATCH /schedules/{schedule_id}`. */
    ScheduleUpdate: {
      /** @description What you call it: one line of at most 255 characters. */
      name?: string
      /** @description When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`, `every 30 minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes. */
      schedule?:
        | string
        | {
            /** @description The same in English: `30 minutes`. */
            every: string
          }
      /** @description The same as schedule. */
      cron?: string
      /** @description IANA name, such as `Europe/Berlin`: whose clock times of day are read from. */
      timezone?: string
      /** @description Each run is a batch of these, as in `POST /batch`. */
      urls?: components['schemas']['BatchEntry'][]
      /** @description Each run is this crawl. */
      crawl?: components['schemas']['CrawlEstimateRequest']
      /** @description Each run is this map. */
      map?: components['schemas']['MapRequest']
      /** @description Each run is this search. */
      search?: components['schemas']['SearchRequest']
      /** @description With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`. */
      options?: {
        [key: string]: unknown
      } | null
      /** @description Of a batch or a crawl, or of what a search scrapes. */
      formats?: components['schemas']['FormatName'][] | null
      /** @description Of a batch or a crawl. A UUID. */
      session_id?: string | null
      /** @description Receives `schedule.completed`, as when it was made; null: nobody. */
      webhook_url?: components['schemas']['WebhookUrl'] | null
      /** @description Exports each batch or crawl once it has ended; null: no longer. */
      export?: components['schemas']['ExportRequestInput'] | null
    }
    /** @description A page, and how it is fetched, read and paid for. */
    ScrapeRequest: {
      /** @description The page. It may hold a login for HTTP Basic, `https://user:password@example.com/` (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port only, and shown as `***`. */
      url: components['schemas']['HttpUrl']
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Wait for the page. `false` answers 202 with a `job_id` at once. Default: true. */
      sync?: boolean
      /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
      formats?: components['schemas']['FormatName'][]
      /** @description How the page is fetched and read. */
      advanced?: components['schemas']['AdvancedOptions']
      /** @description Which tiers are tried, and what they may cost. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Fetch the page anew even when a cached page would do. Default: false. */
      force_refresh?: boolean
      /** @description Add `raw_html` to the reply. Default: false. */
      include_raw_html?: boolean
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
      extraction_prompt?: string
      /** @description The provider’s id of a model, in place of the one that is stored with the key. */
      extraction_model?: components['schemas']['LlmModel']
      /** @description Which of your keys at providers is used. Default: the one that was used last. */
      extraction_provider?: components['schemas']['LlmProviderName']
      /**
       * @description Method of the request to the target. With another one than GET a request that may have been sent is never sent again. Default: "GET".
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** @description Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on. */
      body?: string
      /**
       * @description Content type of `body`.
       * @enum {string}
       */
      content_type?:
        | 'application/json'
        | 'application/x-www-form-urlencoded'
        | 'text/plain'
        | 'application/graphql'
      /** @description Answer from your cache when it has the page; that costs nothing. Default: false. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. Default: 3600. */
      cache_ttl?: number
      /** @description Where the page is asked from. */
      location?: {
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity. */
        language?: string
      }
      /**
       * Format: uuid
       * @description The login session that the page is fetched with; its domain must fit `url`. A UUID.
       */
      session_id?: string
      /** @description Add to `metadata.evidence` where each extracted field comes from. */
      evidence?: boolean
      /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
      max_response_bytes?: number
      /** @description Receives the end of the job as a signed POST, whether the request waits for it or not; https. */
      webhook_url?: components['schemas']['WebhookUrl']
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /**
       * @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
       * @enum {string}
       */
      extraction_profile?:
        | 'auto'
        | 'product'
        | 'article'
        | 'job_posting'
        | 'faq'
        | 'recipe'
        | 'event'
        | 'ecommerce_homepage'
        | 'directory_listing'
      /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
      template?: string | components['schemas']['InlineTemplate']
      /**
       * @deprecated
       * @description The fields of a template that is stored nowhere, as published clients send them.
       */
      extract_rules?: components['schemas']['TemplateFields']
      /**
       * @description With mode `pdf`: the format, where `formats` names none.
       * @enum {string}
       */
      pdf_format?: 'markdown' | 'text'
      /**
       * @deprecated
       * @description With mode "ocr" the same as advanced.ocr_languages, else as location.language.
       */
      language?: string
      /**
       * @deprecated
       * @description The same as advanced.render_js.
       */
      render_js?: boolean | 'auto'
      /**
       * @deprecated
       * @description The same as advanced.screenshot.
       */
      screenshot?: boolean
      /**
       * @deprecated
       * @description The same as advanced.generate_pdf.
       */
      generate_pdf?: boolean
      /**
       * @deprecated
       * @description The same as advanced.include_selectors.
       */
      include_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.exclude_selectors.
       */
      exclude_selectors?: string[]
      /**
       * @deprecated
       * @description The same as advanced.markdown.
       */
      markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_for_selector?: string | number
      /**
       * @deprecated
       * @description The same as advanced.wait_for.
       */
      wait_time?: number
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.wait_condition.
       * @enum {string}
       */
      wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
      /**
       * @deprecated
       * @description The same as advanced.scroll_to_load.
       */
      enable_scroll?: boolean
      /**
       * @deprecated
       * @description The same as advanced.viewport.
       */
      viewport?: {
        /** @description Width of the window, in pixels. */
        width: number
        /** @description Height of the window, in pixels. */
        height: number
      }
      /**
       * @deprecated
       * @description The same as advanced.full_page.
       */
      full_page?: boolean
      /**
       * @deprecated
       * @description The same as advanced.follow_redirects.
       */
      follow_redirects?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_session.
       */
      proxy_session?: string
      /**
       * @deprecated
       * @description The same as advanced.user_agent.
       */
      user_agent?: string
      /**
       * @deprecated
       * @description The same as advanced.accept_language.
       */
      accept_language?: string
      /**
       * @deprecated
       * @description The same as advanced.prefer_markdown.
       */
      prefer_markdown?: boolean
      /**
       * @deprecated
       * @description The same as advanced.mobile.
       */
      mobile?: boolean
      /**
       * @deprecated
       * @description The same as advanced.block_images.
       */
      block_resources?: string[]
      /**
       * @deprecated
       * @description The same as advanced.ocr_languages.
       */
      ocr_language?: string
      /**
       * @deprecated
       * @description The same as advanced.use_proxy.
       */
      use_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.use_own_proxy.
       */
      use_own_proxy?: boolean
      /**
       * @deprecated
       * @description The same as advanced.proxy_country.
       */
      proxy_country?: string
      /**
       * @deprecated
       * @description The same as advanced.cookies.
       */
      cookies?: components['schemas']['Cookies'] | string
      /**
       * @deprecated
       * @description The same as advanced.session_headers.
       */
      headers?: components['schemas']['RequestHeaders']
      /**
       * @deprecated
       * @description The same as location.country.
       */
      country?: string
      /**
       * @deprecated
       * @description The same as cost_controls.max_credits.
       */
      max_credits?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_cost.
       */
      max_cost?: number
      /**
       * @deprecated
       * @description The same as cost_controls.max_tier.
       */
      max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.force_tier.
       */
      tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_cost.
       */
      prefer_cost?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.prefer_speed.
       */
      prefer_speed?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.fail_fast.
       */
      fail_fast?: boolean
      /**
       * @deprecated
       * @description The same as cost_controls.time_budget.
       */
      time_budget?: number
      /**
       * @deprecated
       * @description Has no effect: what a page declares as data (JSON-LD, microdata) is always read first.
       */
      promote_schema_org?: boolean
      /**
       * @deprecated
       * @description Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all.
       */
      filter_content?: boolean
      /**
       * @deprecated
       * @description Has no effect: name the session in session_id.
       */
      use_session?: boolean
      /**
       * @deprecated
       * @description Has no effect: walls are met by climbing the tiers.
       */
      asp?: boolean
      /**
       * @deprecated
       * @description Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the browser.
       */
      min_tier?: unknown
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_width?: number
      /**
       * @deprecated
       * @description Has no effect: advanced.viewport has width and height; advanced.mobile is a phone.
       */
      viewport_height?: number
    }
    /** @description A page that was delivered, and what its delivery took. */
    ScrapeResult: {
      /** @description Where redirects ended. */
      final_url: string
      /** @description Whether there was a redirect. */
      redirected: boolean
      /** @description Each address that redirected, with the status of its answer. */
      redirect_chain: {
        /** @description An address that redirected. */
        url: string
        /** @description HTTP status of its answer. */
        status_code: number
      }[]
      /** @description The target’s status. A 404 of the target is a delivered answer. */
      status_code: number
      /** @description With `formats` an object by format, else the Markdown. */
      content: string | components['schemas']['PageContent']
      /** @description Without `formats`: the structured data of the page. */
      structured_content?: unknown[]
      /** @description Fields of `extraction_schema`, of the profile or of the template; a list where the schema is one of an array. */
      filtered_content?:
        | {
            [key: string]: unknown
          }
        | unknown[]
      /** @description With `include_raw_html`: the page as it came. */
      raw_html?: string
      /**
       * @description `base64` where `content.raw` is a file (PDF, office document, picture); absent where it is text.
       * @constant
       */
      raw_encoding?: 'base64'
      /** @description The title of the page; absent where it has none. */
      title?: string
      /** @description Who has written it, as the page says; absent where it does not. */
      author?: string
      /** @description When it was published, as the page says; absent where it does not. */
      published_at?: string
      /** @description What the page says of itself. `missing_fields` lists properties of a schema that were not found, `evidence` (with `evidence`) where each field of `json` comes from, and `field_evidence` each field of `filtered_content`: `kind` (declared, visible, computed), `found_by`, `source`, `pointer` into `json`, `confidence`. */
      metadata: {
        [key: string]: unknown
      }
      /** @description Headers of the target’s answer. */
      headers: {
        [key: string]: string
      }
      /** @description With `include_request_headers`: headers of the request that this answer is to, after redirects, without those of its connection. `cookie`, `authorization` and what you or a session gave are `***`. */
      request_headers?: {
        [key: string]: string
      }
      /** @description Bytes of the target’s answer. */
      size_bytes: number
      /** @description Signed link to the picture, valid for 24 hours; null where none was asked for. */
      screenshot_url: string | null
      /** @description Signed link to the PDF, valid for 24 hours; null where none was asked for. */
      pdf_url: string | null
      /** @description Of a page of a batch, a crawl or the cache that is itself a file (PDF, office document, picture): signed link to its bytes, valid for 24 hours. */
      document_url?: string
      /** @description One entry for each action that was begun. */
      action_results?: components['schemas']['ActionOutcome'][]
      /** @description With `capture_xhr`: what the page fetched by itself, as `{url, method, status, body}`; JSON is parsed. */
      captured_xhr?: unknown[]
      /**
       * @description How the content was found.
       * @enum {string}
       */
      extraction_method: 'structured_data' | 'algorithmic' | 'schema_filter' | 'llm'
      /** @description With an extraction_prompt: what the model gave, in the form of extraction_schema where there is one. */
      extraction_result?: unknown
      /** @description Which model was asked, and how; with an `extraction_prompt`. */
      extraction_metadata?: components['schemas']['ExtractionMetadata']
      /** @description The same of the format `summary`; with that format. */
      summary_metadata?: components['schemas']['ExtractionMetadata']
      /** @description With an `extraction_prompt`: the model that has answered; null where none has. */
      model_used?: string | null
      /** @description Fields of `extraction_schema` that `extraction_result` does not have; absent where there is no such result. */
      missing_fields?: string[]
      /** @description With evidence: field of extraction_result to the passage of the page that it was taken from, word for word. */
      evidence?: {
        [key: string]: string
      }
      /** @description Present when a limit cut the content. */
      content_truncated?: components['schemas']['ContentTruncated']
      /** @description Present when there is reason to doubt the content. */
      quality_warning?: components['schemas']['QualityWarning']
      /** @description With a `session_id`: whether the page was fetched with the session. `false` when it was deleted, unshared or expired after the request was accepted. */
      byos_applied?: boolean
      /** @description Sentences about this result: fields without effect, a country without a proxy, tiers that the balance kept away, a session that seems to have ended. */
      warnings?: string[]
      /** @description The same as one text; absent where there are none. */
      warning?: string
      /** @description This and the next five: the page once more, in replies to the published Node SDK alone. */
      text?: unknown
      /** @description In replies to the published Node SDK alone: the same as `content.html`. */
      html?: unknown
      /** @description The fields of an extraction_schema, where there is one. */
      json?: unknown
      /** @description The same as `content.markdown`; in replies to the published Node SDK alone. */
      markdown_content?: unknown
      /** @description The description of the page; in replies to the published Node SDK alone. */
      description?: unknown
      /** @description The same as `published_at`; in replies to the published Node SDK alone. */
      published_date?: string
      /**
       * @description The version of this form.
       * @constant
       */
      version: 'v1'
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description The `metadata` of the request, where it had any; `metadata` is the page’s own here. */
      request_metadata?: {
        [key: string]: unknown
      }
      /** @description The address as you wrote it; a cached page may have been fetched for another spelling of it. */
      url: string
      /** @description Whether the page came from your cache. */
      cached: boolean
      /**
       * Format: date-time
       * @description When the cached page was fetched. ISO 8601, in UTC.
       */
      cached_at?: string
      /**
       * Format: date-time
       * @description When it leaves the cache. ISO 8601, in UTC.
       */
      expires_at?: string
      /** @description From when the request was taken on until the page was delivered, in milliseconds. */
      response_time_ms: number
      /** @description Present when the host usually needs a tier that your `max_tier` or `force_tier` excludes. */
      tier_cap_warning?: components['schemas']['TierCapWarning']
      /** @description What it took, and what was charged. */
      billing: components['schemas']['Billing']
    }
    /** @description A search with its results, and how far they are scraped. */
    Search: {
      /** @description The search, which `GET /search/{search_id}` reads. */
      search_id: string
      /**
       * @description `scraping`: results are still scraped; `completed`: nothing more comes.
       * @enum {string}
       */
      status: 'completed' | 'scraping'
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description The words, as they were sent. */
      query: string
      /**
       * @description Who has answered: the `index` of this service, SearXNG, or the API of Brave.
       * @enum {string}
       */
      engine: 'index' | 'searxng' | 'brave'
      /** @description Which page of the results this is; the first is 1. */
      page: number
      /** @description Results that were asked for, as `num_results`. */
      results_requested: number
      /** @description Results that there are in this reply. */
      results_count: number
      /** @description The best first. */
      results: components['schemas']['SearchResult'][]
      /** @description A direct answer, where the engine gives one. */
      featured_snippet?: {
        /** @description The answer, as text. */
        content: string
      }
      /** @description Credits of the search, and of what was scraped so far. */
      credits_used: number
      /** @description What `credits_used` is made of. */
      cost_breakdown: {
        /** @description Credits charged for the search itself. */
        search_credits: number
        /** @description Credits charged for the results that were scraped so far. */
        scrape_credits: number
        /** @description The same as `credits_used`, in microcents: 1,000,000 are a dollar. */
        total_microcents: number
      }
      /** @description With `scrape_results`: how far the scraping is. */
      scrapes?: {
        /** @description Results that were taken on so far. */
        total: number
        /** @description Results that have succeeded. */
        completed: number
        /** @description Results that have failed, for good. */
        failed: number
        /** @description Results that were cancelled before they ended. */
        cancelled: number
        /** @description Results that have not ended. */
        pending: number
      }
      /** @description With the built-in index: scraped pages that are not in it yet, counted up to 10,000. */
      pages_waiting?: number
      /** @description Sentences about what was asked for and is not as it seems; absent where there is nothing to say. */
      warnings?: string[]
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description Of a 202: while it is scraping. */
      poll_url?: components['schemas']['PollUrl']
    }
    /** @description Body of `POST /search`. */
    SearchRequest: {
      /** @description Words; "in quotes" as they stand, -without, this OR that, site:example.com. */
      query: string
      /** @description Most results of the reply. Default: 10. */
      num_results?: number
      /** @description Which page of the results; the first is 1. Default: 1. */
      page?: number
      /** @description Only pages of this domain and its subdomains. */
      domain?: string
      /** @description Country that results are for, such as `DE`. */
      country?: string
      /** @description Language that results are for, such as `de`. */
      language?: string
      /**
       * @description How old a page may be.
       * @enum {string}
       */
      time_range?: 'hour' | 'day' | 'week' | 'month' | 'year'
      /** @description Leave out adult results. Default: as the engine has it. */
      safe_search?: boolean
      /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
      external_id?: string
      /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description Scrape each result, as POST /scrape would. Default: false. */
      scrape_results?: boolean
      /** @description Of the content of each result; by default markdown. */
      formats?: components['schemas']['FormatName'][]
      /** @description A JSON Schema, or names and types, as of a scrape: read from each result. */
      extraction_schema?: components['schemas']['ExtractionSchema']
      /**
       * @description How each result is read, as of a scrape. Default: `auto`.
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description As of a scrape, without what signs in: results are of strangers' hosts. */
      advanced?: {
        /** @description Render the page in a browser. `"auto"`: only where the page needs it, as without the option. */
        render_js?: boolean | 'auto'
        /** @description Make a picture of the page; needs `render_js`. */
        screenshot?: boolean
        /** @description Print the page as a PDF; needs `render_js`. */
        generate_pdf?: boolean
        /** @description Read the text of an image. */
        ocr?: boolean
        /** @description Languages of the text of an image, as Tesseract names them: `eng`, `deu`. */
        ocr_languages?: string[]
        /** @description Go through one of the operator's premium proxies. */
        use_proxy?: boolean
        /** @description Has no effect: name `markdown` in `formats`. */
        markdown?: boolean
        /**
         * @description State of the page that a browser waits for.
         * @enum {string}
         */
        wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
        /** @description A CSS selector to wait for, or a pause in milliseconds. */
        wait_for?: string | number
        /** @description How long `wait_for` waits for its selector, in milliseconds. Default: 30,000. */
        wait_for_timeout?: number
        /** @description Leave cookie banners out. Default: true. */
        remove_cookie_banners?: boolean
        /** @description Go through a proxy of your own. */
        use_own_proxy?: boolean
        /** @description Go through one of the operator's system proxies. */
        use_system_proxy?: boolean
        /** @description Which of your own proxies is used; needs `use_own_proxy`. */
        proxy_integration_id?: string
        /** @description Preferred country of the proxy; `location.country` goes first. */
        proxy_country?: string
        /** @description Leave what surrounds the content out of Markdown and text. Default: true. */
        only_main_content?: boolean
        /** @description CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays. */
        include_selectors?: string[]
        /** @description CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`. */
        exclude_selectors?: string[]
        /** @description What `json_v2` leaves out. */
        section_filter?: {
          /** @description Leave out sections with fewer blocks than this; blocks of their subsections count. */
          min_content_blocks?: number
          /** @description Leave out sections that hold headings and images only. */
          content_only?: boolean
          /** @description Kinds of blocks that are left out everywhere. */
          exclude_content_types?: (
            | 'paragraph'
            | 'list'
            | 'table'
            | 'image'
            | 'code'
            | 'blockquote'
            | 'dl'
            | 'details'
          )[]
        }
        /** @description How the format `rag` is cut. */
        rag?: {
          /** @description Most tokens that a chunk has. Default: 512. */
          chunk_tokens?: number
          /** @description Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`. */
          overlap_tokens?: number
        }
        /** @description How the format `change_tracking` compares. */
        change_tracking?: {
          /** @description Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag. */
          tag?: string
          /**
           * @description `semantic` (default): what the page says, without layout, order, dates, counters, tokens and advertisements; `exact`: every line, link and image in its order.
           * @enum {string}
           */
          mode?: 'semantic' | 'exact'
        }
        /** @description The same as `evidence` at the top level. */
        evidence?: boolean
        /** @description Scroll down until nothing more is loaded. */
        scroll_to_load?: boolean
        /** @description How often `scroll_to_load` scrolls at most. */
        scroll_count?: number
        /** @description Load no images. */
        block_images?: boolean
        /** @description Load no advertisements. */
        block_ads?: boolean
        /** @description Be a phone. */
        mobile?: boolean
        /** @description Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its screen of 1,920 by 1,080 allows. */
        viewport?: {
          /** @description Width of the window, in pixels. */
          width: number
          /** @description Height of the window, in pixels. */
          height: number
        }
        /** @description Of a screenshot: the whole page, or with `false` what the window shows. Default: true. */
        full_page?: boolean
        /** @description With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No browser is used. Default: true. */
        follow_redirects?: boolean
        /** @description Requests of your account with the same word go through the same exit of a proxy of the operator, as long as it is there. */
        proxy_session?: string
        /** @description What the site is told to be visited by. What goes with the name (client hints, platform, phone or desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site asks for it. */
        user_agent?: string
        /** @description Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written as Chrome does, and of the browser. In place of `location.language`. */
        accept_language?: string
        /** @description Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do. */
        prefer_markdown?: boolean
        /** @description Give in `request_headers` what the page was asked for with. Default: false. */
        include_request_headers?: boolean
        /** @description Give in `captured_xhr` what the page has fetched by itself. */
        capture_xhr?: boolean
        /** @description Steps on the rendered page, one after the other. One that fails ends them. */
        actions?: components['schemas']['Actions']
      }
      /** @description Of each page that is scraped. */
      cost_controls?: components['schemas']['CostControls']
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
      /** @description Take pages from your cache where it has them; they cost nothing. */
      cache?: boolean
      /** @description How old a cached page may be, in seconds. Default: 3,600. */
      cache_ttl?: number
      /** @description Fetch each result anew even when a cached page would do. */
      force_refresh?: boolean
    }
    /** @description One result of a search. */
    SearchResult: {
      /** @description Over all pages; the first is 1. */
      position: number
      /** @description The title, as the engine shows it. */
      title: string
      /** @description Where the result is. */
      url: string
      /** @description A passage of the page, as the engine shows it; may be empty. */
      snippet: string
      /** @description ISO 8601, where it is known. */
      date_published?: string
      /** @description With scrape_results: what has become of it. */
      scrape?: {
        /** @description As it was sent; of an item without one, that of its batch. */
        external_id?: string
        /** @description As it was sent; of an item without any, that of its batch. */
        metadata?: {
          [key: string]: unknown
        }
        /**
         * Format: uuid
         * @description The job, of which `GET /jobs/{job_id}` has the whole result; absent where the address was refused. A UUID.
         */
        job_id?: string
        /**
         * @description How far its job is: `pending` until a worker begins, then `running`, then one of the others.
         * @enum {string}
         */
        status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
        /** @description HTTP status of the target’s answer; of a result that was delivered. */
        status_code?: number
        /** @description Credits charged; of a result that was delivered. */
        credits?: number
        /** @description The message of its error; of a result that has failed or was refused. */
        error?: string
        /** @description The code of its error; of a result that has failed or was refused. */
        error_code?: string
      }
      /** @description With scrape_results, up to 4 MB in all; larger ones are read by GET /jobs/{job_id}. */
      content?: components['schemas']['PageContent']
      /** @description With `extraction_schema`: what the data of the page says for its properties. */
      filtered_content?:
        | {
            [key: string]: unknown
          }
        | unknown[]
    }
    /** @description What `GET /auth/second-factor` answers. */
    SecondFactor: {
      /** @description Whether an authenticator app is set up. */
      totp: boolean
      /** @description When it was confirmed; null where there is none. ISO 8601, in UTC. */
      enabled_at: string | null
      /** @description How many recovery codes are not used. */
      recovery_codes_left: number
      /** @description How many passkeys there are. */
      passkeys: number
    }
    /** @description Body of `POST /auth/login/second-factor`. */
    SecondFactorAnswer: {
      /** @description That of the reply to `POST /auth/login`. */
      challenge: string
      /** @description Of the authenticator app, or a recovery code. */
      code: string
    }
    /** @description What `POST /auth/login/sso/connect` answers as 202. */
    SecondFactorAsked: {
      /**
       * @description The password is right, and more is asked for.
       * @constant
       */
      status: 'second_factor_required'
      /** @description What to do, in a sentence. */
      message: string
      /** @description Goes to `POST /auth/login/second-factor`, once, with a code. */
      challenge: string
      /** @description Seconds that the challenge is good for. */
      expires_in: number
    }
    /** @description What one selector of a template found, in all items of a list together. */
    SelectorFinds: {
      /** @description The selector; null: the item itself. */
      selector: string | null
      /** @description Elements that it finds, up to 1,000 in each place. */
      matches: number
      /** @description Values that were read: of the first element, with many of all. Absent for the selector of the items. */
      values?: number
      /** @description Markup of the first element, up to 300 characters; absent where there is none. */
      first?: string
    }
    /** @description What a server offers to those who have no account there yet. */
    Server: {
      /** @description Trying a page without an account. */
      demo: {
        /** @description Whether `POST /scrape/demo` answers. */
        is_open: boolean
        /** @description Pages that one address may try in an hour. */
        pages_per_hour: number
        /**
         * @description The highest tier that is tried for it.
         * @enum {string}
         */
        highest_tier: '1' | '2' | '3' | '4' | '5' | '3.5'
      }
      /**
       * @description Who opens accounts. `open`: anybody, at once; `confirm`: whoever opens the link of a mail; `closed`: the operator alone.
       * @enum {string}
       */
      registration: 'open' | 'confirm' | 'closed'
      /** @description Signing in by a provider of the operator; null where there is none. */
      single_sign_on: {
        /** @description What people know the provider as. */
        name: string
      } | null
      /** @description Credits that an account begins with. */
      signup_credits: number
    }
    /** @description A service of the fleet. */
    ServiceHealth: {
      /** @description Its name, as the folder of its code. */
      service: string
      /** @description What stands still without it. */
      does: string
      /**
       * @description `ok`; `degraded`: a part of its work cannot be done, or one of several is lost; `down`: none does its work; `stopped`: all were stopped, and properly.
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down' | 'stopped'
      /** @description Why it is not well; null where it is. */
      reason: string | null
      /** @description How many of it do their work. */
      running: number
      /** @description What runs; null where none does. */
      version: string | null
      /** @description Since when the one that runs longest does; null: none does. ISO 8601, in UTC. */
      since: string | null
      /** @description When any of it said last how it is; null: not within a day. ISO 8601, in UTC. */
      seen_at: string | null
      /** @description The newest first, 20 at most. */
      instances: components['schemas']['ServiceInstance'][]
    }
    /** @description A running service, or one that has run within a day. */
    ServiceInstance: {
      /** @description Name of the machine or container. */
      host: string
      /** @description Its process there. */
      pid: number
      /** @description What runs. */
      version: string
      /**
       * @description What it said last; `lost`: it has said nothing for 15 seconds, and has not stopped properly.
       * @enum {string}
       */
      status: 'ready' | 'degraded' | 'not_ready' | 'stopped' | 'lost'
      /** @description Reasons, by the names of the checks that fail. */
      failing: {
        [key: string]: string
      }
      /**
       * Format: date-time
       * @description When its process was started. ISO 8601, in UTC.
       */
      started_at: string
      /**
       * Format: date-time
       * @description When it said last how it is. ISO 8601, in UTC.
       */
      seen_at: string
    }
    /** @description A stored login, without its values. */
    Session: {
      /**
       * Format: uuid
       * @description Stands for `{session_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description The host that its cookies belong to; they are sent to it and its subdomains. */
      domain: string
      /** @description Names of its cookies; their values are never shown. */
      cookie_names: string[]
      /** @description How many cookies it has. */
      cookie_count: number
      /** @description Names of its headers; null without any. */
      header_names: string[] | null
      /** @description Origins whose `localStorage` or `sessionStorage` it keeps, which only a browser can use; never what is in it. */
      storage_origins: string[]
      /**
       * @description `expired`: `expires_at` or the last cookie has passed; `invalid`: a validation found nobody signed in; `pending_validation`: three uses in a row ended at a sign-in page; `inactive`: deleted.
       * @enum {string}
       */
      status: 'active' | 'expired' | 'invalid' | 'pending_validation' | 'inactive'
      /** @description When it is to end; null where nothing was said. ISO 8601, in UTC. */
      expires_at: string | null
      /** @description When the last of its cookies ends; null where that is unknown. ISO 8601, in UTC. */
      cookies_expire_at: string | null
      /**
       * @description How soon it ends: `expiring`: within 24 hours; `unknown`: a cookie names no end.
       * @enum {string}
       */
      expiry_status: 'valid' | 'expiring' | 'expired' | 'unknown'
      /** @description When it was validated last; null: never. ISO 8601, in UTC. */
      last_validated_at: string | null
      /** @description How sure the last validation was that it is signed in, from 0 to 100; null: never validated. */
      validation_confidence: number | null
      /** @description Uses in a row that ended at a sign-in page. */
      consecutive_failures: number
      /** @description When a page was fetched with it last; null: never. ISO 8601, in UTC. */
      last_used_at: string | null
      /** @description Pages that were fetched with it. */
      total_requests: number
      /** @description Those of them that did not end at a sign-in page. */
      successful_requests: number
      /** @description Percent of them, from 0 to 100; 0 before the first use. */
      success_rate: number
      /** @description What its owner has noted; null: nothing. */
      notes: string | null
      /** @description Whether it belongs to the account that asks; otherwise it is shared with it. */
      is_owner: boolean
      /** @description The organization that it is shared with; null where it is shared with none. A UUID. */
      organization_id: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description What `GET /sessions/{session_id}/audit` answers. */
    SessionAudit: {
      /** @description The newest first. */
      entries: components['schemas']['SessionAuditEntry'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What has happened to a login session. */
    SessionAuditEntry: {
      /** @description `created`, `updated`, `refreshed`, `deleted`, `validated`, `used_for_scrape`, `cookies_updated`, `shared`, `unshared` or `expired`. */
      action: string
      /** @description `user:<id>`, `key:<id>` or `system`. */
      actor: string
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, in UTC.
       */
      timestamp: string
      /** @description Names, ids and counts; never a value of a cookie or header. */
      details: {
        [key: string]: unknown
      }
    }
    /** @description Body of `POST /sessions`. */
    SessionCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /** @description The host that the cookies belong to, or an address there. They are sent to it and its subdomains, and to nothing else. To validate a site on a port, name the port: `http://localhost:3000`. */
      domain: string
      /** @description At most 100 cookies that fit the domain: an object of names and values; the list of cookies that a browser extension or a test tool exports (`domain`, `path`, `expires` ... are kept), also as its text; the text of a cookies.txt; a `Cookie` header, or lines of `Set-Cookie:`. Of a storage state (Playwright) the `localStorage` of the domain's `origins` is kept as well, and `sessionStorage` where it stands beside: at most 20 origins and 512 KB. An import may have 1,000 entries, as a text 512 KB. */
      cookies:
        | {
            [key: string]: string
          }
        | {
            [key: string]: unknown
          }[]
        | {
            /** @description Cookies as the tool exports them. */
            cookies?: {
              [key: string]: unknown
            }[]
            /** @description What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`. */
            origins?: {
              [key: string]: unknown
            }[]
          }
        | string
      /** @description Sent to the same hosts: at most 50, none that the transport sets, and no `Cookie`. */
      headers?: components['schemas']['RequestHeaders'] | null
      /** @description When the session is to end. */
      expires_at?: string | null
      /** @description What you want to note: at most 1,000 characters. */
      notes?: string | null
      /** @description Kept among the headers, as `User-Agent`. */
      user_agent?: components['schemas']['HeaderValue'] | null
      /** @description Has no effect. */
      consent?: boolean | null
    }
    /** @description What `DELETE /sessions/{session_id}` answers. */
    SessionDeleted: {
      /**
       * @description It is gone, and its cookies and headers with it.
       * @constant
       */
      deleted: true
    }
    /** @description What `GET /sessions` answers. */
    SessionList: {
      /** @description The newest first. */
      sessions: components['schemas']['Session'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description The cookies and headers of a new sign-in; without any the session is validated. */
    SessionRefresh: {
      /** @description Those of the new sign-in. Without them the site is asked whether the session still works. */
      cookies?:
        | {
            [key: string]: string
          }
        | {
            [key: string]: unknown
          }[]
        | {
            /** @description Cookies as the tool exports them. */
            cookies?: {
              [key: string]: unknown
            }[]
            /** @description What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`. */
            origins?: {
              [key: string]: unknown
            }[]
          }
        | string
      /** @description Headers of the new sign-in, in place of those before. */
      headers?: components['schemas']['RequestHeaders'] | null
      /** @description When the session is to end. */
      expires_at?: string | null
    }
    /** @description Body of `POST /sessions/{session_id}/share`. */
    SessionShare: {
      /**
       * Format: uuid
       * @description An organization that you are an admin or the owner of. A UUID.
       */
      organization_id: string
    }
    /** @description Body of `PATCH /sessions/{session_id}`. */
    SessionUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description At most 100 cookies that fit the domain: an object of names and values; the list of cookies that a browser extension or a test tool exports (`domain`, `path`, `expires` ... are kept), also as its text; the text of a cookies.txt; a `Cookie` header, or lines of `Set-Cookie:`. Of a storage state (Playwright) the `localStorage` of the domain's `origins` is kept as well, and `sessionStorage` where it stands beside: at most 20 origins and 512 KB. An import may have 1,000 entries, as a text 512 KB. */
      cookies?:
        | {
            [key: string]: string
          }
        | {
            [key: string]: unknown
          }[]
        | {
            /** @description Cookies as the tool exports them. */
            cookies?: {
              [key: string]: unknown
            }[]
            /** @description What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`. */
            origins?: {
              [key: string]: unknown
            }[]
          }
        | string
      /** @description Replaces all headers, `User-Agent` included. */
      headers?: components['schemas']['RequestHeaders'] | null
      /** @description When the session is to end; null: no time. */
      expires_at?: string | null
      /** @description What you want to note: at most 1,000 characters; null: nothing. */
      notes?: string | null
      /** @description Kept among the headers, as `User-Agent`. Null takes it off. */
      user_agent?: components['schemas']['HeaderValue'] | null
    }
    /** @description What `POST /sessions/{session_id}/validate` answers. */
    SessionValidation: {
      /**
       * Format: uuid
       * @description Stands for `{session_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description The host that its cookies belong to. */
      domain: string
      /**
       * @description After the validation.
       * @enum {string}
       */
      status: 'active' | 'expired' | 'invalid' | 'pending_validation' | 'inactive'
      /** @description Whether somebody is signed in with it. */
      is_valid: boolean
      /** @description The same as `is_valid`. */
      valid: boolean
      /** @description How sure it is that the session is signed in: 50 and above makes it `active`, less `invalid`. 50 where nothing is known. */
      confidence: number
      /** @description Of the answer to the request with the session; 0: there was no answer, or no request. */
      http_status: number
      /** @description What the signed-in user is called on the page; null where that was not found. */
      detected_user: string | null
      /** @description When the last of its cookies ends; null where that is unknown. ISO 8601, in UTC. */
      cookie_expiry_detected: string | null
      /** @description Whether that is soon, as of an `expiry_status` of `expiring`. */
      cookies_expiring_soon: boolean
      /** @description What on the page shows that somebody is signed in. */
      indicators_found: {
        /** @description Links such as those to an account or to sign out. */
        account_links: string[]
        /** @description Elements that show who is signed in. */
        user_elements: string[]
      }
      /** @description Uses in a row that ended at a sign-in page. */
      consecutive_failures: number
      /** @description Why, in a sentence. */
      details: string
      /** @description The same as `details`; null where the session is valid. */
      reason: string | null
    }
    /** @description One way to tell somebody, without what is secret of it. */
    ShownAlertChannel: {
      /**
       * @description The kind of channel.
       * @enum {string}
       */
      type: 'email' | 'webhook' | 'slack' | 'discord' | 'ntfy' | 'telegram'
      /** @description Without what is secret of it; null: the owner of the account. */
      address: string | null
    }
    /** @description A device that is signed in. */
    SignIn: {
      /**
       * Format: uuid
       * @description Stands for `{sign_in_id}` in paths. A UUID.
       */
      id: string
      /** @description The device in words, by what its program calls itself; null where it says nothing. */
      device: string | null
      /** @description What its program calls itself, as it sends it; null where it sends nothing. */
      user_agent: string | null
      /** @description IP address that it came from last; null where that was not noted. */
      address: string | null
      /**
       * Format: date-time
       * @description When it signed in. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it signed in or refreshed its tokens last: at most an hour before its last request. ISO 8601, in UTC.
       */
      last_used_at: string
      /**
       * Format: date-time
       * @description When it ends unless it is used before. ISO 8601, in UTC.
       */
      expires_at: string
      /** @description Whether it is the one that asks. */
      current: boolean
    }
    /** @description What `GET /auth/sign-ins` answers. */
    SignInList: {
      /** @description The one that was used last comes first. */
      sign_ins: components['schemas']['SignIn'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description What `DELETE /auth/sign-ins` answers. */
    SignInsEnded: {
      /** @description How many have ended. */
      ended: number
    }
    /** @description Who has signed in, and with what they go on. */
    SignedIn: {
      /** @description Who has signed in. */
      user: components['schemas']['User']
      /** @description Goes into `Authorization: Bearer`. */
      access_token: string
      /**
       * @description How the access token is sent.
       * @constant
       */
      token_type: 'bearer'
      /** @description Seconds that the access token is valid. */
      expires_in: number
      /** @description Good for one exchange, within 30 days. */
      refresh_token: string
    }
    /** @description Body of `POST /auth/login/sso`. */
    SingleSignOnAnswer: {
      /** @description That of `POST /auth/login/sso/options`. */
      ticket: string
      /** @description The query that the provider sent the browser back with, to the letter. */
      answer: string
    }
    /** @description A sign-in at the provider that has begun. */
    SingleSignOnBegun: {
      /**
       * Format: uri
       * @description Where the browser goes; the provider sends it back to `/app/sign-in/provider`.
       */
      authorization_url: string
      /** @description A secret that the browser keeps meanwhile, and shows with the answer: no answer is good elsewhere. */
      ticket: string
      /** @description Seconds that the ticket is good for. */
      expires_in: number
    }
    /** @description What `POST /auth/login/sso` answers as 202. */
    SingleSignOnReply202:
      | components['schemas']['SecondFactorAsked']
      | components['schemas']['ConnectionAsked']
    /** @description The addresses of a site. */
    SiteMap: {
      /**
       * Format: uuid
       * @description The map, which `GET /map/{map_id}` reads. A UUID.
       */
      map_id: string
      /** @description As it was sent; of an item without one, that of its batch. */
      external_id?: string
      /** @description As it was sent; of an item without any, that of its batch. */
      metadata?: {
        [key: string]: unknown
      }
      /** @description How many addresses there are in `urls`. */
      total_urls: number
      /** @description With `search` the most relevant first; else in the order in which they were found. */
      urls: components['schemas']['MapEntry'][]
      /** @description Whether the site has a sitemap that could be read. */
      sitemap_found: boolean
      /** @description What the robots.txt of the site says. */
      robots_txt: {
        /** @description Whether there is one. */
        exists: boolean
        /** @description For every robot, or for this one where it is named. */
        disallowed_paths: string[]
      }
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /** @description Sentences about what was asked for and is not as it seems; absent where there is nothing to say. */
      warnings?: string[]
    }
    /** @description Which addresses count: those of sitemaps beside links, links only, or sitemaps only; `true` is `include`, `false` is `skip`. */
    SitemapMode: ('include' | 'skip' | 'only') | boolean
    /** @description Path or address of a sitemap. */
    SitemapPath: string
    /** @description What may be spent in a period, and what is. */
    SpendLimit: {
      /** @description Most credits of a period; null: no such limit. */
      budget_limit_credits: number | null
      /** @description The same in microcents: 1,000,000 are a dollar; null: no such limit. */
      budget_limit_microcents: number | null
      /** @description Most requests of a period; null: no such limit. */
      request_limit: number | null
      /**
       * @description When it counts anew, in UTC: at midnight, on Monday, or on the first of the month.
       * @enum {string}
       */
      reset_period: 'daily' | 'weekly' | 'monthly'
      /** @description Whether the limit holds. */
      enabled: boolean
      /** @description Of the current period. What open requests hold counts as spent. */
      usage: {
        /** @description Credits charged in the period. */
        used_credits: number
        /** @description Credits that open requests hold. */
        held_credits: number
        /** @description Requests of the period. */
        requests: number
        /**
         * Format: date-time
         * @description When the period began. ISO 8601, in UTC.
         */
        period_start: string
        /**
         * Format: date-time
         * @description When it counts anew. ISO 8601, in UTC.
         */
        resets_at: string
      }
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description Body of `PUT /account/limits`. */
    SpendLimitInput: {
      /** @description Most credits of a period. */
      budget_limit_credits?: number | null
      /** @description The same in millionths of a dollar. */
      budget_limit_microcents?: number | null
      /** @description Most requests of a period. */
      request_limit?: number | null
      /**
       * @description When it counts anew, in UTC: at midnight, on Monday, or on the first of the month. Default: "monthly".
       * @enum {string}
       */
      reset_period?: 'daily' | 'weekly' | 'monthly'
      /** @description Whether the limit holds. Default: true. */
      enabled?: boolean
    }
    /** @description A template: where the values of a page stand. */
    Template: {
      /**
       * Format: uuid
       * @description Stands for `{template_id}` in paths. A UUID.
       */
      id: string
      /** @description What its owner calls it. */
      name: string
      /** @description What its owner has written of it; null: nothing. */
      description: string | null
      /** @description Fields of the page, by their names; absent where it reads none. */
      fields?: {
        [key: string]: {
          /** @description CSS, within the page or the item; absent: the item itself. */
          selector?: string
          /**
           * @description What the value is read as.
           * @enum {string}
           */
          type: 'text' | 'html' | 'attribute' | 'number' | 'date' | 'url'
          /** @description The attribute that is read; absent: the text. */
          attribute?: string
          /** @description Whether all that the selector finds is read, as an array. */
          many: boolean
        }
      }
      /** @description What the page repeats; absent where it reads no list. */
      list?: {
        /** @description The field of the result that holds the items. */
        name: string
        /** @description Finds each item. */
        selector: string
        /** @description Fields of an item, by their names. */
        fields: {
          [key: string]: {
            /** @description CSS, within the page or the item; absent: the item itself. */
            selector?: string
            /**
             * @description What the value is read as.
             * @enum {string}
             */
            type: 'text' | 'html' | 'attribute' | 'number' | 'date' | 'url'
            /** @description The attribute that is read; absent: the text. */
            attribute?: string
            /** @description Whether all that the selector finds is read, as an array. */
            many: boolean
          }
        }
      }
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description Body of `POST /templates`. */
    TemplateCreate: {
      /** @description What you call it: one line of at most 100 characters. */
      name: string
      /** @description Up to 1,000 characters, for you. */
      description?: string
      /** @description Fields of the page. */
      fields?: components['schemas']['TemplateFields']
      /** @description What the page repeats, such as the products of a list: one object for each. */
      list?: {
        /** @description The field of the result that holds them. Default: "items". */
        name?: string
        /** @description Finds each item. */
        selector: string
        /** @description Where each field of an item stands, by its name. */
        fields: components['schemas']['TemplateFields']
      }
    }
    /** @description Where each field stands, by its name: a CSS selector, or an object that says more. */
    TemplateFields: {
      [key: string]: unknown
    }
    /** @description Body of `POST /templates/{template_id}/test`. */
    TemplateTest: {
      /** @description The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either this or `url`. */
      content?: string
      /** @description A page that is fetched as by `POST /scrape`; the price of its tier and options is added. */
      url?: components['schemas']['HttpUrl']
      /** @description Where `content` is from: links are resolved against it. It is never fetched. */
      source_url?: components['schemas']['HttpUrl']
      /**
       * @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
       * @enum {string}
       */
      mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
      /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
      timeout?: number
    }
    /** @description What `POST /templates/{template_id}/test` answers as 200. */
    TemplateTestResult: {
      /**
       * Format: uuid
       * @description The job, which `GET /jobs/{job_id}` reads. A UUID.
       */
      job_id: string
      /**
       * Format: uuid
       * @description Stands for `{template_id}` in paths. A UUID.
       */
      template_id: string
      /** @description What its owner calls it. */
      template: string
      /** @description What a scrape with this template gives as filtered_content. */
      result: {
        [key: string]: unknown
      }
      /** @description Fields that nothing was found for. */
      missing_fields: string[]
      /** @description By the field; "items" is the selector of a list of that name, "items.price" a field of it. */
      selectors: {
        [key: string]: components['schemas']['SelectorFinds']
      }
      /** @description Why the selectors could not be run to their end; null where they were. */
      fault: string | null
      /** @description Credits charged so far; a dollar has 5,000. */
      credits_used: number
      /** @description Sentences about the page; may be empty. */
      warnings: string[]
    }
    /** @description Body of `PATCH /templates/{template_id}`. */
    TemplateUpdate: {
      /** @description What you call it: one line of at most 100 characters. */
      name?: string
      /** @description Up to 1,000 characters, for you; null: none. */
      description?: string | null
      /** @description Fields of the page; with them, or `list`, both are replaced. */
      fields?: components['schemas']['TemplateFields']
      /** @description What the page repeats, such as the products of a list: one object for each. */
      list?: {
        /** @description The field of the result that holds them. Default: "items". */
        name?: string
        /** @description Finds each item. */
        selector: string
        /** @description Where each field of an item stands, by its name. */
        fields: components['schemas']['TemplateFields']
      }
    }
    /** @description What `GET /templates` answers. */
    Templates: {
      /** @description The oldest first. */
      templates: components['schemas']['Template'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description Body of the webhook `webhook.test`. */
    TestWebhook: {
      /**
       * @description What has happened: nothing but a test.
       * @constant
       */
      event: 'webhook.test'
      /**
       * Format: uuid
       * @description Stands for `{webhook_id}` in paths. A UUID.
       */
      webhook_id: string
      /** @description That this is a test, in a sentence. */
      message: string
      /**
       * Format: date-time
       * @description When the test was asked for. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description A question to the operator. */
    Ticket: {
      /**
       * Format: uuid
       * @description Stands for `{ticket_id}` in paths. A UUID.
       */
      id: string
      /** @description What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too. */
      readable_id: string
      /** @description What it is about, in a line. */
      subject: string
      /**
       * @description What kind of question it is.
       * @enum {string}
       */
      category: 'question' | 'problem' | 'billing' | 'abuse'
      /**
       * @description `open`: the operator is asked; `answered`: you are; `closed`: nobody is.
       * @enum {string}
       */
      status: 'open' | 'answered' | 'closed'
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description When it was closed; null where it is not. ISO 8601, in UTC. */
      closed_at: string | null
    }
    /** @description What `POST /operator/tickets/{ticket_id}/reply` answers. */
    TicketAnswered: {
      /**
       * Format: uuid
       * @description Stands for `{ticket_id}` in paths. A UUID.
       */
      ticket_id: string
      /**
       * @description `open`: the operator is asked; `answered`: whoever asked is; `closed`: nobody is.
       * @enum {string}
       */
      status: 'open' | 'answered' | 'closed'
      /** @description How many mails tell of it. */
      mails: number
    }
    /** @description Body of `POST /support/tickets`. */
    TicketCreate: {
      /** @description What it is about, in a line. */
      subject: string
      /** @description What is asked, in up to 10,000 characters of plain text. */
      message: string
      /**
       * @description What kind of question it is. Default: "question".
       * @enum {string}
       */
      category?: 'question' | 'problem' | 'billing' | 'abuse'
    }
    /** @description A ticket with its messages. */
    TicketDetail: {
      /**
       * Format: uuid
       * @description Stands for `{ticket_id}` in paths. A UUID.
       */
      id: string
      /** @description What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too. */
      readable_id: string
      /** @description What it is about, in a line. */
      subject: string
      /**
       * @description What kind of question it is.
       * @enum {string}
       */
      category: 'question' | 'problem' | 'billing' | 'abuse'
      /**
       * @description `open`: the operator is asked; `answered`: you are; `closed`: nobody is.
       * @enum {string}
       */
      status: 'open' | 'answered' | 'closed'
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description When it was closed; null where it is not. ISO 8601, in UTC. */
      closed_at: string | null
      /** @description The oldest first. */
      messages: components['schemas']['TicketMessage'][]
    }
    /** @description One message of a ticket. */
    TicketMessage: {
      /**
       * Format: uuid
       * @description Names the message. A UUID.
       */
      id: string
      /**
       * @description Who has written it: whoever asks, or the operator.
       * @enum {string}
       */
      author: 'person' | 'operator'
      /** @description Plain text, as it was written. */
      message: string
      /**
       * Format: date-time
       * @description When it was written. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description Body of `POST /operator/tickets/{ticket_id}/reply`. */
    TicketReply: {
      /** @description The answer, in up to 10,000 characters of plain text. */
      message: string
    }
    /** @description What `GET /support/tickets` answers. */
    Tickets: {
      /** @description The one that was changed last comes first. */
      tickets: components['schemas']['Ticket'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
    }
    /** @description The limit of the request lies below the tier that most pages of the host need. */
    TierCapWarning: {
      /**
       * @description The tier that most pages of the host need.
       * @enum {string}
       */
      domain_min_tier: '1' | '2' | '3' | '4' | '5' | '3.5'
      /**
       * @description The `max_tier` of the request; absent without one.
       * @enum {string}
       */
      your_max_tier?: '1' | '2' | '3' | '4' | '5' | '3.5'
      /**
       * @description The `force_tier` of the request; absent without one.
       * @enum {string}
       */
      your_force_tier?: '1' | '2' | '3' | '4' | '5' | '3.5'
    }
    /** @description What an account may ask for at its balance, and what the next tier takes. */
    TierInfo: {
      /** @description The spend tier, such as `High Volume`. */
      name: string
      /** @description The same for programs, such as `high_volume`. */
      slug: string
      /** @description Rate-limit tokens a minute. */
      requests_per_minute: number
      /** @description Slots for requests at once. */
      concurrent_requests: number
      /** @description Balance from which it holds, in dollars; null where the operator has granted it. */
      min_balance_usd: number | null
      /** @description Balance from which the next one holds, in dollars; null at the top. */
      max_balance_usd: number | null
      /** @description The next one; null at the top. */
      next_tier_slug: string | null
      /** @description The same as `max_balance_usd`, in dollars; null at the top. */
      next_tier_threshold_usd: number | null
    }
    /** @description What `POST /oauth/token` answers. */
    TokenReply: {
      /** @description An API key. */
      access_token: string
      /**
       * @description How the key is sent: also in `X-API-Key`.
       * @constant
       */
      token_type: 'bearer'
      /**
       * @description What the key may do.
       * @constant
       */
      scope: 'scrape'
    }
    /** @description Body of `POST /oauth/token`. */
    TokenRequest: {
      /** @description `authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`. */
      grant_type?: string | null
      /** @description With `authorization_code`: what the redirect has brought. */
      code?: string | null
      /** @description With `authorization_code`: the one of the authorization. */
      redirect_uri?: string | null
      /** @description The tool: its `client_id`, or the address of its metadata document where the server takes such. */
      client_id?: string | null
      /** @description The secret of the tool, unless it comes by HTTP Basic or has none. */
      client_secret?: string | null
      /** @description With `authorization_code` and PKCE: what `code_challenge` was made of. */
      code_verifier?: string | null
      /** @description With a device: that of `POST /oauth/device_authorization`. */
      device_code?: string | null
      /** @description RFC 8707: an address of this API, as its protected resource metadata names it. */
      resource?: (string | string[]) | null
    }
    /** @description What `GET /operator/top-accounts` answers. */
    TopAccounts: {
      /** @description Those that take the most first. */
      accounts: {
        /**
         * Format: uuid
         * @description Whose it is: an `id` that `GET /operator/accounts` lists. A UUID.
         */
        account_id: string
        /** @description What it is called. */
        name: string
        /** @description Jobs and calls that have ended. */
        requests: number
        /** @description Those that failed. */
        failed: number
        /** @description Credits that they cost. */
        credits: number
        /** @description Jobs of it that have not ended, without those that wait for their admission. */
        open_jobs: number
      }[]
    }
    /** @description Body of `POST /auth/totp/confirm`. */
    TotpCode: {
      /** @description One that the app shows now. */
      code: string
    }
    /** @description What `POST /auth/totp` answers. */
    TotpEnrolment: {
      /** @description In base 32, for who types it. Shown once. */
      secret: string
      /** @description For a QR code. */
      otpauth_uri: string
    }
    /** @description An entry of the ledger. */
    Transaction: {
      /** @description Names the entry of the ledger; later ones have greater numbers. */
      id: string
      /**
       * @description `deposit`: credits were paid in or granted; `charge`: work was delivered; `refund`, `dispute`: a payment has gone back, or is asked back; `reinstatement`: it has come again.
       * @enum {string}
       */
      kind: 'deposit' | 'charge' | 'refund' | 'dispute' | 'reinstatement'
      /** @description Credits that it adds; negative where they leave the account. */
      amount_credits: number
      /** @description The same in US cents. */
      amount_cents: number
      /** @description Credits of the balance after it; null for old entries. */
      balance_after_credits: number | null
      /** @description Of a `charge`: the job, which `GET /jobs/{job_id}` reads; null for what is no job’s. A UUID. */
      job_id: string | null
      /** @description What it is for, in words; null where nothing more is said. Charges of months that ended 13 months ago are one sum for the jobs of the month and one for its calls; the note says how many they were. */
      note: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description What `GET /billing/transactions` answers. */
    TransactionList: {
      /** @description The newest first. */
      transactions: components['schemas']['Transaction'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
      /** @description Reads on from here, as `cursor`; null on the last page. */
      next_cursor: string | null
    }
    /** @description What `GET /usage` answers. */
    Usage: {
      /** @description The time that is reported. */
      period: {
        /**
         * Format: date-time
         * @description Its beginning. ISO 8601, in UTC.
         */
        start: string
        /**
         * Format: date-time
         * @description Its end. ISO 8601, in UTC.
         */
        end: string
        /** @description Whether now lies within it. */
        current: boolean
      }
      /** @description Of now, and of all time. */
      balance: {
        /** @description The balance with what open requests hold, in US cents. */
        current_cents: number
        /** @description All that was ever paid in, in US cents. */
        deposited_cents: number
        /** @description All that was ever charged, in US cents. */
        used_cents: number
      }
      /** @description A request counts when it ends, which is when it is charged. */
      requests: {
        /** @description Requests that have ended in the period. */
        total: number
        /** @description Those that were delivered, from the cache too. */
        successful: number
        /** @description Those that were not delivered. */
        failed: number
        /** @description Those that your cache has answered: a part of `successful`. */
        cached: number
      }
      /** @description Requests of the period that were delivered, by how the page was read. */
      by_mode: {
        /** @description Pages that were read as HTML. */
        html: number
        /** @description Pages that a browser rendered. */
        js: number
        /** @description Pages that were PDFs. */
        pdf: number
        /** @description Pages whose text was read from an image. */
        ocr: number
      }
      /** @description Requests of the period by the tier that delivered; answers from the cache are of none. */
      by_tier: {
        [key: string]: number
      }
      /** @description Rate-limit tokens of whoever asks. */
      rate_limits: {
        /** @description Most tokens in a minute. */
        requests_per_minute: number
        /** @description Tokens that are taken now. */
        current_usage: number
        /**
         * Format: date-time
         * @description When all tokens are back. ISO 8601, in UTC.
         */
        reset_at: string
      }
      /** @description What the balance gives: see `docs/reference/limits.md`. */
      spend_tier: {
        /** @description Name of the tier: `free`, `basic`, `growth`, `scale`, `high_volume` or `enterprise`. */
        current: string
        /** @description What was charged in the last 30 days, in US cents. */
        rolling_30d_spend_cents: number
        /** @description Balance from which the next tier holds, in US cents; null at the top. */
        next_tier_at_cents: number | null
      }
      /**
       * Format: date-time
       * @description The same as `period.start`; this and the next five are there for published clients. ISO 8601, in UTC.
       */
      period_start: string
      /**
       * Format: date-time
       * @description The same as `period.end`. ISO 8601, in UTC.
       */
      period_end: string
      /** @description The same as `requests.total`. */
      requests_month: number
      /** @description Credits charged in the period. */
      credits_used_month: number
      /** @description The same as `balance.current_cents`, in dollars. */
      balance_dollars: number
      /** @description The balance, in spite of its name in microcents, not in credits: 1,000,000 are a dollar. */
      credits_available: number
    }
    /** @description What requests would have come to under a cap. */
    UsageCap: {
      /**
       * @description The `cost_controls.max_tier` that is supposed.
       * @enum {string}
       */
      max_tier: '1' | '2' | '3' | '4' | '5'
      /** @description Requests that would have been delivered as they were. */
      delivered: number
      /** @description Requests that were delivered, and would have failed: all allowed tiers were tried. */
      lost: number
      /** @description Requests that failed, and would have failed. */
      failed: number
      /** @description Requests of which an allowed tier was not tried: nobody knows. */
      unknown: number
      /** @description Credits that `delivered` would have cost. */
      credits: number
      /** @description Credits that `unknown` would have cost besides, if the dearest allowed tier had delivered all. */
      unknown_credits_at_most: number
    }
    /** @description What `GET /usage/caps` answers. */
    UsageCaps: {
      /** @description The time whose jobs are replayed, as far as they are kept. */
      period: {
        /**
         * Format: date-time
         * @description Its beginning. ISO 8601, in UTC.
         */
        start: string
        /**
         * Format: date-time
         * @description Its end. ISO 8601, in UTC.
         */
        end: string
      }
      /** @description Jobs that have ended by fetching. Those of test keys and answers from the cache are not counted. */
      requests: number
      /** @description There are more: the latest 20,000 are replayed. */
      is_cut: boolean
      /** @description What became of these requests. */
      as_it_was: {
        /** @description Requests that were delivered. */
        delivered: number
        /** @description Those that were not. */
        failed: number
        /** @description Credits that they cost. */
        credits: number
      }
      /** @description By `max_tier`, the lowest first. */
      caps: components['schemas']['UsageCap'][]
    }
    /** @description What `GET /usage/report` answers. */
    UsageReport: {
      /** @description By whole quarters of an hour; by domain and kind by whole days in UTC. */
      period: {
        /**
         * Format: date-time
         * @description Its beginning. ISO 8601, in UTC.
         */
        start: string
        /**
         * Format: date-time
         * @description Its end. ISO 8601, in UTC.
         */
        end: string
      }
      /** @description In the order of their groups. */
      rows: components['schemas']['UsageReportRow'][]
      /** @description There are more rows than `limit`. */
      is_cut: boolean
    }
    /** @description What was asked for within one group. */
    UsageReportRow: {
      /**
       * Format: date
       * @description The day, in UTC; with `group_by=day`. An ISO 8601 date.
       */
      day?: string
      /**
       * Format: date-time
       * @description The beginning of the hour; with `group_by=hour`. ISO 8601, in UTC.
       */
      hour?: string
      /** @description The key that asked, with `group_by=key`; null for work without one. A UUID. */
      key?: string | null
      /** @description The tier that delivered, with `group_by=tier`; null for what no tier delivered. */
      tier?: string | null
      /** @description The host, with `group_by=domain`; null for calls, and pages that you have sent. */
      domain?: string | null
      /** @description With `group_by=kind`: `scrape`, `batch`, `crawl` or `search`, by what a page was scraped for; else the kind of the call. */
      kind?: string
      /** @description Requests that have ended: the sum of the next three. */
      requests: number
      /** @description Those that were delivered by a fetch. */
      completed: number
      /** @description Those that were not delivered. */
      failed: number
      /** @description Those that your cache has answered. */
      cached: number
      /** @description Credits charged. */
      credits: number
    }
    /** @description A person who has an account. */
    User: {
      /**
       * Format: uuid
       * @description Names the person. A UUID.
       */
      id: string
      /** @description By which they sign in. */
      email: string
      /** @description What they are called; null where they have not said. */
      name: string | null
      /**
       * Format: date-time
       * @description When the account was opened. ISO 8601, in UTC.
       */
      created_at: string
    }
    /** @description An address of yours that is told what happens. */
    Webhook: {
      /**
       * Format: uuid
       * @description Stands for `{webhook_id}` in paths. A UUID.
       */
      id: string
      /** @description What it was called; null: nothing. */
      name: string | null
      /** @description Where the events go. */
      url: string
      /** @description Which events are sent. */
      events: string[]
      /** @description Names of the headers of your own that go with each request; their values are not shown. */
      header_names: string[]
      /** @description Whether anything is sent. */
      is_active: boolean
      /** @description Deliveries that have failed since the last success. */
      failure_count: number
      /** @description When the first of these deliveries failed; null where there is none. ISO 8601, in UTC. */
      failing_since: string | null
      /** @description When it was switched off because nothing had succeeded for 5 days; null where it was not. ISO 8601, in UTC. */
      disabled_at: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
    }
    /** @description One attempt to deliver an event. */
    WebhookAttempt: {
      /** @description Number of the attempt at its delivery, 1 to 3. */
      attempt: number
      /** @description HTTP status of the answer; null when none came. */
      status_code: number | null
      /** @description Why it failed; null when it was delivered. */
      error: string | null
      /**
       * Format: date-time
       * @description When it was tried. ISO 8601, in UTC.
       */
      timestamp: string
      /** @description The job that the event is about; null where it is about the whole batch. A UUID. */
      job_id: string | null
      /** @description What it told: `job.completed`, `job.failed` or `batch.completed`. */
      event: string
    }
    /** @description Body of `POST /webhooks`. */
    WebhookCreate: {
      /** @description Receives the events by POST: https, public, without a login in it. Plain http works in development only. */
      url: components['schemas']['WebhookUrl']
      /** @description What you call it: one line of at most 100 characters. Null: nothing. */
      name?: string | null
      /** @description Which events are sent. Default: all. */
      events?: (
        | 'job.completed'
        | 'job.failed'
        | 'batch.completed'
        | 'crawl.completed'
        | 'monitor.changed'
        | 'schedule.completed'
        | 'alert.fired'
        | 'alert.resolved'
      )[]
      headers?: components['schemas']['WebhookHeaders']
      /** @description Whether anything is sent. Default: true. */
      is_active?: boolean
    }
    /** @description What `POST /webhooks` answers. */
    WebhookCreated: {
      /**
       * Format: uuid
       * @description Stands for `{webhook_id}` in paths. A UUID.
       */
      id: string
      /** @description What it was called; null: nothing. */
      name: string | null
      /** @description Where the events go. */
      url: string
      /** @description Which events are sent. */
      events: string[]
      /** @description Names of the headers of your own that go with each request; their values are not shown. */
      header_names: string[]
      /** @description Whether anything is sent. */
      is_active: boolean
      /** @description Deliveries that have failed since the last success. */
      failure_count: number
      /** @description When the first of these deliveries failed; null where there is none. ISO 8601, in UTC. */
      failing_since: string | null
      /** @description When it was switched off because nothing had succeeded for 5 days; null where it was not. ISO 8601, in UTC. */
      disabled_at: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description Signs what is sent; the same for all webhooks of the account. */
      secret: string
    }
    /** @description One event for one receiver, and how its last attempt ended. */
    WebhookDelivery: {
      /** @description Stands for `{delivery_id}` in paths. */
      id: string
      /** @description The `webhook-id` of its requests: its own id, or of a replay that of the first delivery. */
      event_id: string
      /** @description Of a replay: the delivery that it sends again; null of others. */
      replay_of: string | null
      /** @description The endpoint that is told; null where a request, or a rule of alerts, named the address. A UUID. */
      webhook_id: string | null
      /** @description Where it goes; of an address that is a secret only where that is. */
      url: string
      /** @description What it tells. */
      event: string
      /** @description The job that it is about; null where it is about none. A UUID. */
      job_id: string | null
      /** @description The batch that it is about, or the job is an item of; null where there is none. */
      batch_id: string | null
      /**
       * Format: uuid
       * @description The crawl that it is about, or the job is a page of; absent where there is none. A UUID.
       */
      crawl_id?: string
      /**
       * @description `pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken it; `failed`: given up; `cancelled`: nobody is to be told any more.
       * @enum {string}
       */
      status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
      /** @description How often it was tried. */
      attempts: number
      /** @description HTTP status of the last answer; null where none came. */
      status_code: number | null
      /** @description Why the last attempt failed; null where it did not, or there was none. */
      error: string | null
      /** @description How long the last attempt took, in milliseconds; null where there was none. */
      duration_ms: number | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When it was delivered or given up; null before. ISO 8601, in UTC. */
      ended_at: string | null
      /** @description When it is tried next; null once it has ended. ISO 8601, in UTC. */
      next_attempt_at: string | null
    }
    /** @description What `GET /webhooks/deliveries/{delivery_id}` answers. */
    WebhookDeliveryDetail: {
      /** @description Stands for `{delivery_id}` in paths. */
      id: string
      /** @description The `webhook-id` of its requests: its own id, or of a replay that of the first delivery. */
      event_id: string
      /** @description Of a replay: the delivery that it sends again; null of others. */
      replay_of: string | null
      /** @description The endpoint that is told; null where a request, or a rule of alerts, named the address. A UUID. */
      webhook_id: string | null
      /** @description Where it goes; of an address that is a secret only where that is. */
      url: string
      /** @description What it tells. */
      event: string
      /** @description The job that it is about; null where it is about none. A UUID. */
      job_id: string | null
      /** @description The batch that it is about, or the job is an item of; null where there is none. */
      batch_id: string | null
      /**
       * Format: uuid
       * @description The crawl that it is about, or the job is a page of; absent where there is none. A UUID.
       */
      crawl_id?: string
      /**
       * @description `pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken it; `failed`: given up; `cancelled`: nobody is to be told any more.
       * @enum {string}
       */
      status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
      /** @description How often it was tried. */
      attempts: number
      /** @description HTTP status of the last answer; null where none came. */
      status_code: number | null
      /** @description Why the last attempt failed; null where it did not, or there was none. */
      error: string | null
      /** @description How long the last attempt took, in milliseconds; null where there was none. */
      duration_ms: number | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When it was delivered or given up; null before. ISO 8601, in UTC. */
      ended_at: string | null
      /** @description When it is tried next; null once it has ended. ISO 8601, in UTC. */
      next_attempt_at: string | null
      /** @description The body as it was sent, byte for byte; null above 64 KB, where `body_url` has it, where nothing was sent yet, and once it cannot be made as it was: the result is not kept any more. */
      body: string | null
      /** @description The body by itself, to be fetched with your key; null where there is none. */
      body_url: string | null
      /** @description Size of the body that was sent, in bytes; null where none was. */
      body_bytes: number | null
      /** @description Each attempt, the first one first. */
      tries: components['schemas']['WebhookTry'][]
    }
    /** @description What `GET /webhooks/deliveries` answers. */
    WebhookDeliveryList: {
      /** @description The newest first. */
      deliveries: components['schemas']['WebhookDelivery'][]
      /** @description Where the list goes on; null at its end. A page may hold fewer than `limit`, or none, before it: only so many are looked through at once. */
      next_cursor: string | null
    }
    /** @description What `GET /webhooks/{webhook_id}` answers. */
    WebhookDetail: {
      /**
       * Format: uuid
       * @description Stands for `{webhook_id}` in paths. A UUID.
       */
      id: string
      /** @description What it was called; null: nothing. */
      name: string | null
      /** @description Where the events go. */
      url: string
      /** @description Which events are sent. */
      events: string[]
      /** @description Names of the headers of your own that go with each request; their values are not shown. */
      header_names: string[]
      /** @description Whether anything is sent. */
      is_active: boolean
      /** @description Deliveries that have failed since the last success. */
      failure_count: number
      /** @description When the first of these deliveries failed; null where there is none. ISO 8601, in UTC. */
      failing_since: string | null
      /** @description When it was switched off because nothing had succeeded for 5 days; null where it was not. ISO 8601, in UTC. */
      disabled_at: string | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was changed last; until then, when it was made. ISO 8601, in UTC.
       */
      updated_at: string
      /** @description The same once more, for clients that look here. */
      webhook: components['schemas']['Webhook']
      /** @description The latest 20, the newest first. */
      recent_deliveries: components['schemas']['WebhookDelivery'][]
      stats: components['schemas']['WebhookStats']
    }
    /** @description Headers of your own, sent with each request, as `Authorization`: at most 20, none that the transport or our signature sets. They are kept encrypted, and no reply shows their values. */
    WebhookHeaders: {
      [key: string]: unknown
    }
    /** @description What `GET /webhooks` answers. */
    WebhookList: {
      /** @description The oldest first. */
      webhooks: components['schemas']['Webhook'][]
      /** @description How many entries there are in all, beyond this page too. */
      total: number
      /** @description Most entries of a page, as it was asked for. */
      limit: number
      /** @description Entries that were passed over, as it was asked for. */
      offset: number
    }
    /** @description What `GET /batch/{batch_id}/webhook-log` answers. */
    WebhookLog: {
      /** @description The batch, which `GET /batch/{batch_id}` reads. */
      batch_id: string
      /** @description Who is told of its end, as `webhook_url` of the request; null where nobody is. */
      webhook_url: string | null
      /** @description Of all deliveries to `webhook_url` together; null without one. */
      webhook_status: ('pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled') | null
      /** @description Each attempt at each delivery, the newest last. */
      attempts: components['schemas']['WebhookAttempt'][]
      /** @description When the next delivery is tried; null where none waits. ISO 8601, in UTC. */
      next_retry_at: string | null
    }
    /** @description Which deliveries are sent again. */
    WebhookReplay: {
      /** @description A day in UTC, or a time: deliveries that were made then, or later. */
      from: components['schemas']['Moment']
      /** @description A day in UTC, or a time, not included. */
      to: components['schemas']['Moment']
      /**
       * @description How they have ended. Of those that were not delivered the ones are left out that a replay has delivered since, or still tries to. Default: "failed".
       * @enum {string}
       */
      status?: 'delivered' | 'failed' | 'cancelled'
      /** @description Only of this event. */
      event?: string
      /**
       * Format: uuid
       * @description Only to this endpoint. A UUID.
       */
      webhook_id?: string
    }
    /** @description What `POST /webhooks/deliveries/replay` answers. */
    WebhookReplayResult: {
      /** @description How many are sent again: at most 1,000 by one call. */
      replayed: number
      /** @description Of those that were asked for: how many are not, as their endpoint is gone or switched off, or what they told is not kept any more. */
      skipped: number
    }
    /** @description What `POST /webhooks/deliveries/{delivery_id}/replay` answers. */
    WebhookReplayed: {
      /** @description Stands for `{delivery_id}` in paths. */
      id: string
      /** @description The `webhook-id` of its requests: its own id, or of a replay that of the first delivery. */
      event_id: string
      /** @description Of a replay: the delivery that it sends again; null of others. */
      replay_of: string | null
      /** @description The endpoint that is told; null where a request, or a rule of alerts, named the address. A UUID. */
      webhook_id: string | null
      /** @description Where it goes; of an address that is a secret only where that is. */
      url: string
      /** @description What it tells. */
      event: string
      /** @description The job that it is about; null where it is about none. A UUID. */
      job_id: string | null
      /** @description The batch that it is about, or the job is an item of; null where there is none. */
      batch_id: string | null
      /**
       * Format: uuid
       * @description The crawl that it is about, or the job is a page of; absent where there is none. A UUID.
       */
      crawl_id?: string
      /**
       * @description `pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken it; `failed`: given up; `cancelled`: nobody is to be told any more.
       * @enum {string}
       */
      status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
      /** @description How often it was tried. */
      attempts: number
      /** @description HTTP status of the last answer; null where none came. */
      status_code: number | null
      /** @description Why the last attempt failed; null where it did not, or there was none. */
      error: string | null
      /** @description How long the last attempt took, in milliseconds; null where there was none. */
      duration_ms: number | null
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description When it was delivered or given up; null before. ISO 8601, in UTC. */
      ended_at: string | null
      /** @description When it is tried next; null once it has ended. ISO 8601, in UTC. */
      next_attempt_at: string | null
      /** @description The new delivery: the same as `id`. */
      delivery_id: string
      poll_url: components['schemas']['PollUrl']
    }
    /** @description What `GET /webhooks/secret` answers. */
    WebhookSecret: {
      /** @description Signs what is sent: `whsec_` and base64, as Standard Webhooks have it. */
      secret: string
      /**
       * Format: date-time
       * @description When it was made. ISO 8601, in UTC.
       */
      created_at: string
      /** @description Until when secrets before this one sign as well; null where there are none. ISO 8601, in UTC. */
      previous_expires_at: string | null
    }
    /** @description How the secret that signs is replaced. */
    WebhookSecretRotation: {
      /** @description Whether the secrets before stop to sign at once, as after a leak. Else each signs for 24 hours more. Default: false. */
      end_previous?: boolean
    }
    /** @description What became of the latest deliveries. */
    WebhookStats: {
      /** @description The latest ones, 1,000 at most; the others count these. */
      deliveries: number
      /** @description Those that the receiver has taken. */
      delivered: number
      /** @description Those that were given up. */
      failed: number
      /** @description Those that are still tried. */
      pending: number
      /** @description Percent that were delivered, of those that were or have failed; null of none. */
      success_rate: number | null
    }
    /** @description What `POST /webhooks/{webhook_id}/test` answers as 200. */
    WebhookTestResult: {
      /** @description The webhook-id of its request. */
      delivery_id: string
      /**
       * @description What was sent.
       * @constant
       */
      event: 'webhook.test'
      /** @description Whether the receiver has taken it. */
      success: boolean
      /**
       * @description `pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken it; `failed`: given up; `cancelled`: nobody is to be told any more.
       * @enum {string}
       */
      status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
      /** @description HTTP status of the last answer; null where none came. */
      status_code: number | null
      /** @description Why the last attempt failed; null where it did not, or there was none. */
      error: string | null
      /** @description How long the last attempt took, in milliseconds; null where there was none. */
      duration_ms: number | null
    }
    /** @description One attempt to deliver. */
    WebhookTry: {
      /** @description Its number, from 1 on. */
      attempt: number
      /** @description HTTP status of the answer; null where none came. */
      status_code: number | null
      /** @description Why it failed; null where it did not. */
      error: string | null
      /** @description How long it took, in milliseconds. */
      duration_ms: number
      /**
       * Format: date-time
       * @description When it began. ISO 8601, in UTC.
       */
      created_at: string
      /** @description What our headers held, those of the signature among them; null where nothing was sent. */
      headers: {
        [key: string]: string
      } | null
      /** @description Names of the headers of your own that were sent; their values are not shown. */
      header_names: string[]
      /** @description The same as `webhook-signature` of `headers`; null where it was not signed. */
      signature: string | null
      /** @description The first 1,024 characters of the answer, in which values of headers of your own are starred out; null where it was empty, or none came. */
      answer: string | null
    }
    /** @description Body of `PATCH /webhooks/{webhook_id}`. */
    WebhookUpdate: {
      /** @description What is still to be delivered goes to the new address. */
      url?: components['schemas']['WebhookUrl']
      /** @description What you call it: one line of at most 100 characters. Null: nothing. */
      name?: string | null
      /** @description Which events are sent, in place of those before. */
      events?: (
        | 'job.completed'
        | 'job.failed'
        | 'batch.completed'
        | 'crawl.completed'
        | 'monitor.changed'
        | 'schedule.completed'
        | 'alert.fired'
        | 'alert.resolved'
      )[]
      /** @description Headers of your own, in place of all before; null: none. Needed with a `url` at another origin where there are any: they are not taken along. */
      headers?: components['schemas']['WebhookHeaders'] | null
      /** @description Switching off drops what is still to be delivered; switching on forgets earlier failures. */
      is_active?: boolean
    }
    /** @description An https address that is told what has happened. */
    WebhookUrl: string
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getProxyCertificate: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-pem-file': unknown
        }
      }
    }
  }
  readAddress: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The page: its whole address, query and all, slashes as they are.
         * @example https://example.com/
         */
        url: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/markdown': unknown
          'text/plain': unknown
          'text/html': unknown
          'application/json': unknown
          'application/octet-stream': unknown
          '*/*': unknown
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobAccepted']
        }
      }
    }
  }
  getPage: {
    parameters: {
      query: {
        /**
         * @description The page. It may hold a login for HTTP Basic, `https://user:password@example.com/` (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port only, and shown as `***`.
         * @example https://example.com/
         */
        url: string
        /**
         * @description What the body of the reply is. Default: what `Accept` asks for, else `markdown`. With `formats`, or where `Accept` is `application/json`, the body is that of `POST /scrape`.
         * @example text
         */
        format?:
          | 'markdown'
          | 'text'
          | 'html'
          | 'json'
          | 'json_v2'
          | 'rag'
          | 'links'
          | 'images'
          | 'tables'
          | 'content'
          | 'raw'
          | 'bytes'
          | 'change_tracking'
          | 'summary'
          | 'changeTracking'
        /** @description The API key, for who can send no header. */
        api_key?: string
        /** @description In place of `X-Organization-Id`, beside `api_key`. */
        organization_id?: string
        /** @description Render the page in a browser. `"auto"`: only where the page needs it, as without the option. */
        render_js?: boolean | 'auto'
        /** @description Make a picture of the page; needs `render_js`. */
        screenshot?: boolean
        /** @description Print the page as a PDF; needs `render_js`. */
        generate_pdf?: boolean
        /** @description Read the text of an image. */
        ocr?: boolean
        /** @description Languages of the text of an image, as Tesseract names them: `eng`, `deu`. */
        ocr_languages?: string[]
        /** @description Go through one of the operator's premium proxies. */
        use_proxy?: boolean
        /** @description State of the page that a browser waits for. */
        wait_condition?: 'domcontentloaded' | 'networkidle' | 'load'
        /** @description A CSS selector to wait for, or a pause in milliseconds. */
        wait_for?: string | number
        /** @description How long `wait_for` waits for its selector, in milliseconds. Default: 30,000. */
        wait_for_timeout?: number
        /** @description Leave cookie banners out. Default: true. */
        remove_cookie_banners?: boolean
        /** @description Go through a proxy of your own. */
        use_own_proxy?: boolean
        /** @description Go through one of the operator's system proxies. */
        use_system_proxy?: boolean
        /** @description Which of your own proxies is used; needs `use_own_proxy`. */
        proxy_integration_id?: string
        /** @description Preferred country of the proxy; `location.country` goes first. */
        proxy_country?: string
        /** @description The login session that the page is fetched with; its domain must fit `url`. A UUID. */
        session_id?: string
        /** @description Keep the cookies that the target sets in the session, for sites that give a new one with each page; needs a session of your own. */
        session_update?: boolean
        /** @description Cookies of this request, by name: at most 100. Not beside `session_id`. */
        cookies?: string
        /** @description Headers of this request, by name: at most 50, none that the transport sets. They go before headers of the session that have the same name. */
        session_headers?: string
        /** @description Leave what surrounds the content out of Markdown and text. Default: true. */
        only_main_content?: boolean
        /** @description CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays. */
        include_selectors?: string[]
        /** @description CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`. */
        exclude_selectors?: string[]
        /** @description What `json_v2` leaves out. */
        section_filter?: string
        /** @description How the format `rag` is cut. */
        rag?: string
        /** @description How the format `change_tracking` compares. */
        change_tracking?: string
        /** @description Add to `metadata.evidence` where each extracted field comes from. */
        evidence?: boolean
        /** @description Scroll down until nothing more is loaded. */
        scroll_to_load?: boolean
        /** @description How often `scroll_to_load` scrolls at most. */
        scroll_count?: number
        /** @description Load no images. */
        block_images?: boolean
        /** @description Load no advertisements. */
        block_ads?: boolean
        /** @description Be a phone. */
        mobile?: boolean
        /** @description Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its screen of 1,920 by 1,080 allows. */
        viewport?: string
        /** @description Of a screenshot: the whole page, or with `false` what the window shows. Default: true. */
        full_page?: boolean
        /** @description With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No browser is used. Default: true. */
        follow_redirects?: boolean
        /** @description Requests of your account with the same word go through the same exit of a proxy of the operator, as long as it is there. */
        proxy_session?: string
        /** @description What the site is told to be visited by. What goes with the name (client hints, platform, phone or desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site asks for it. */
        user_agent?: string
        /** @description Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written as Chrome does, and of the browser. In place of `location.language`. */
        accept_language?: string
        /** @description Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do. */
        prefer_markdown?: boolean
        /** @description Give in `request_headers` what the page was asked for with. Default: false. */
        include_request_headers?: boolean
        /** @description Give in `captured_xhr` what the page has fetched by itself. */
        capture_xhr?: boolean
        /** @description Steps on the rendered page, one after the other. One that fails ends them. */
        actions?: string
        /** @description Start no tier that costs more credits. */
        max_credits?: number
        /** @description Another name of `max_credits`. */
        max_cost?: number
        /** @description Exactly this tier: "1" to "5", or its name (curl, http, stealth, light, browser, captcha). */
        force_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
        /**
         * @description The highest tier to try; "4" when it is left out. "3.5" is as "3".
         * @example 3
         */
        max_tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
        /** @description Begin with the cheapest tier and try one after the other, also where only a browser can help. */
        prefer_cost?: boolean
        /** @description Begin with the browser. */
        prefer_speed?: boolean
        /** @description Try tiers 1 and 2 only. */
        fail_fast?: boolean
        /** @description Begin with the tier that is known to deliver at this host; 1 request in 20 still begins below it. */
        prefer_known?: boolean
        /** @description Seconds for all tiers together; the same as `timeout`, and the shorter of the two counts. */
        time_budget?: number
        /** @description The same as prefer_cost or prefer_speed. */
        prefer?: 'cost' | 'speed' | 'balanced'
        /** @description The same as max_credits, of which a dollar has 5,000. */
        max_cost_dollars?: number
        /** @description ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity. */
        country?: string
        /** @description With mode "ocr" the same as advanced.ocr_languages, else as location.language. */
        language?: string
        /** @description Render the page in a browser. `"auto"`: only where the page needs it, as without the option. */
        render?: boolean | 'auto'
        /** @description Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it. */
        external_id?: string
        /** @description A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is. */
        metadata?: string
        /** @description A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first. */
        extraction_profile?:
          | 'auto'
          | 'product'
          | 'article'
          | 'job_posting'
          | 'faq'
          | 'recipe'
          | 'event'
          | 'ecommerce_homepage'
          | 'directory_listing'
        /** @description A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it. */
        template?: string
        /** @description The fields of a template that is stored nowhere, as published clients send them. */
        extract_rules?: string
        /** @description With mode `pdf`: the format, where `formats` names none. */
        pdf_format?: 'markdown' | 'text'
        /** @description A CSS selector to wait for, or a pause in milliseconds. */
        wait_for_selector?: string | number
        /** @description A CSS selector to wait for, or a pause in milliseconds. */
        wait_time?: number
        /** @description State of the page that a browser waits for. */
        wait_until?: 'domcontentloaded' | 'networkidle' | 'load'
        /** @description Scroll down until nothing more is loaded. */
        enable_scroll?: boolean
        /** @description Load no images. */
        block_resources?: string[]
        /** @description Languages of the text of an image, as Tesseract names them: `eng`, `deu`. */
        ocr_language?: string
        /** @description Headers of this request, by name: at most 50, none that the transport sets. They go before headers of the session that have the same name. */
        headers?: string
        /** @description Exactly this tier: "1" to "5", or its name (curl, http, stealth, light, browser, captcha). */
        tier?: ('1' | '2' | '3' | '4' | '5' | '3.5') | (1 | 2 | 3 | 3.5 | 4 | 5) | string
        /** @description How the page is read: as HTML, rendered (js), as a PDF, or by OCR. */
        mode?: 'auto' | 'html' | 'js' | 'pdf' | 'ocr'
        /** @description Wait for the page. `false` answers 202 with a `job_id` at once. */
        sync?: boolean
        /** @description Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the page with this format. `summary`: A few sentences by a language model of your own (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is the Markdown, and `structured_content` lists the structured data. */
        formats?: (
          | 'markdown'
          | 'text'
          | 'html'
          | 'json'
          | 'json_v2'
          | 'rag'
          | 'links'
          | 'images'
          | 'tables'
          | 'content'
          | 'raw'
          | 'bytes'
          | 'change_tracking'
          | 'summary'
          | 'changeTracking'
        )[]
        /** @description Fetch the page anew even when a cached page would do. */
        force_refresh?: boolean
        /** @description Add `raw_html` to the reply. */
        include_raw_html?: boolean
        /** @description Seconds for everything, waiting included. Default: 90, with `sync: false` 300. */
        timeout?: number
        /** @description A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types. */
        extraction_schema?: string
        /** @description What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`. */
        extraction_prompt?: string
        /** @description The provider’s id of a model, in place of the one that is stored with the key. */
        extraction_model?: string
        /** @description Which of your keys at providers is used. Default: the one that was used last. */
        extraction_provider?: 'openai' | 'anthropic' | 'openrouter' | 'groq' | 'custom'
        /** @description Method of the request to the target. With another one than GET a request that may have been sent is never sent again. */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
        /** @description Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on. */
        body?: string
        /** @description Content type of `body`. */
        content_type?:
          | 'application/json'
          | 'application/x-www-form-urlencoded'
          | 'text/plain'
          | 'application/graphql'
        /** @description Answer from your cache when it has the page; that costs nothing. */
        cache?: boolean
        /** @description How old a cached page may be, in seconds. */
        cache_ttl?: number
        /** @description A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB. */
        max_response_bytes?: number
        /** @description Receives the end of the job as a signed POST, whether the request waits for it or not; https. */
        webhook_url?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/markdown': unknown
          'text/plain': unknown
          'text/html': unknown
          'application/json': unknown
          'application/octet-stream': unknown
          '*/*': unknown
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobAccepted']
        }
      }
    }
  }
  postScrape: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScrapeRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScrapeResult']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobAccepted']
        }
      }
    }
  }
  postDemo: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DemoRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScrapeResult']
        }
      }
    }
  }
  postEstimate: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScrapeRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Estimate']
        }
      }
    }
  }
  getArchive: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageArchive']
        }
      }
    }
  }
  setArchive: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PageArchiveInput']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageArchive']
        }
      }
    }
  }
  emptyArchive: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  postExtract: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ExtractRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetExtractReply200']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetExtractReply202']
        }
      }
    }
  }
  getExtract: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An extraction, by the `extract_id` that `POST /extract` answered.
         * @example 019a9f3e-9c3d-7b2e-9d55-3f0a6c1b2d72
         */
        extract_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetExtractReply200']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetExtractReply202']
        }
      }
    }
  }
  streamEvents: {
    parameters: {
      query?: {
        /** @description Go on after the event that had it as its `id`; without it the stream begins now. `Last-Event-ID` goes first. */
        cursor?: string
        /**
         * @description What is told: some of job, batch, crawl, with commas. Default: all.
         * @example job,batch
         */
        kinds?: ('job' | 'batch' | 'crawl')[]
        /**
         * @description How it has to have ended: some of completed, partially_failed, failed, cancelled, with commas. Default: in any way.
         * @example completed,failed
         */
        statuses?: ('completed' | 'partially_failed' | 'failed' | 'cancelled')[]
        /** @description Whether jobs come with their results. */
        results?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
    }
  }
  listJobs: {
    parameters: {
      query?: {
        /**
         * @description Only jobs of this status.
         * @example completed
         */
        status?: 'pending' | 'running' | 'completed' | 'failed'
        /**
         * @description Only pages of this host, as it stands in their addresses; an address there will do.
         * @example example.com
         */
        domain?: string
        /** @description Only jobs that this tier has ended with, or works on. */
        tier?: '1' | '2' | '3' | '4' | '5' | '3.5'
        /** @description Only jobs of this key of yours. A UUID. */
        key_id?: string
        /** @description Only items of this batch. */
        batch_id?: string
        /** @description Only pages of this crawl. A UUID. */
        crawl_id?: string
        /** @description Only jobs whose address holds this text, in either case. */
        url?: string
        /** @description A day in UTC, or a time; included. */
        created_after?: string
        /** @description A day in UTC, or a time; not included. */
        created_before?: string
        /** @description Only what was sent with this `external_id`. */
        external_id?: string
        /**
         * @description Most entries of the reply.
         * @example 1
         */
        limit?: number
        /** @description `next_cursor` of the reply before. A UUID. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobList']
        }
      }
    }
  }
  getJob: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A job, by the `job_id` that whatever began it answered: a UUID.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        job_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Job']
        }
      }
    }
  }
  cancelJob: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A job, by the `job_id` that whatever began it answered: a UUID.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        job_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Job']
        }
      }
    }
  }
  getJobRequest: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A job, by the `job_id` that whatever began it answered: a UUID.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        job_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AskedJob']
        }
      }
    }
  }
  retryJob: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A job, by the `job_id` that whatever began it answered: a UUID.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        job_id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['RetryJobRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScrapeResult']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobAccepted']
        }
      }
    }
  }
  createBatch: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BatchAccepted']
        }
      }
    }
  }
  getBatch: {
    parameters: {
      query?: {
        /** @description Whether items carry their results, up to 4 MB in all and none above 1 MB. Default: once the batch has ended. */
        include_results?: boolean
        /** @description Whether `items` are shown, or the list is empty; by default they are. */
        include_items?: boolean
      }
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Batch']
        }
      }
    }
  }
  cancelBatch: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Batch']
        }
      }
    }
  }
  getBatchResults: {
    parameters: {
      query?: {
        /** @description `jsonl`: one job a line, as for `Accept: application/x-ndjson`. `csv`: one item a line without its content, as for `Accept: text/csv`. */
        format?: 'json' | 'jsonl' | 'csv'
        /** @description Only items of this status. */
        status?: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
        /**
         * @description Most entries of the reply. Default: 20; all of them as JSON lines.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BatchResults']
          'application/x-ndjson': unknown
          'text/csv': unknown
        }
      }
    }
  }
  retryBatch: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['RetryBatchRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BatchAccepted']
        }
      }
    }
  }
  streamBatch: {
    parameters: {
      query?: {
        /** @description For clients that cannot send `Last-Event-ID`, which goes first. */
        last_event_id?: string
      }
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  getWebhookLog: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookLog']
        }
      }
    }
  }
  retryWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookLog']
        }
      }
    }
  }
  listBatches: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Only batches of this status.
         * @example completed
         */
        status?: 'pending' | 'processing' | 'completed' | 'partially_failed' | 'failed' | 'cancelled'
        /** @description Only what was sent with this `external_id`. */
        external_id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BatchList']
        }
      }
    }
  }
  getBatchAnalytics: {
    parameters: {
      query?: {
        /**
         * @description How many days are summed up, today included, in UTC.
         * @example 1
         */
        days?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BatchAnalytics']
        }
      }
    }
  }
  createSearch: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SearchRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Search']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Search']
        }
      }
    }
  }
  getSearch: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A search, by the `search_id` that `POST /search` answered.
         * @example search_019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        search_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Search']
        }
      }
    }
  }
  createCrawl: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CrawlEstimateRequest']
      }
    }
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CrawlAccepted']
        }
      }
    }
  }
  getCrawl: {
    parameters: {
      query?: {
        /**
         * @description Whether the pages are shown, with their results; by default once the crawl has ended.
         * @example true
         */
        include_results?: boolean
        /** @description Whether the pages that are shown carry their results; without them all pages come at once. */
        page_results?: boolean
        /** @description `jsonl`: one page a line, as for `Accept: application/x-ndjson`. */
        format?: 'json' | 'jsonl'
        /**
         * @description Pages that are shown: 100 by default, all of them as JSON lines.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description A crawl, by the `crawl_id` that `POST /crawl` answered.
         * @example 019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        crawl_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Crawl']
          'application/x-ndjson': unknown
        }
      }
    }
  }
  cancelCrawl: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A crawl, by the `crawl_id` that `POST /crawl` answered.
         * @example 019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        crawl_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Crawl']
        }
      }
    }
  }
  pauseCrawl: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A crawl, by the `crawl_id` that `POST /crawl` answered.
         * @example 019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        crawl_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Crawl']
        }
      }
    }
  }
  resumeCrawl: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A crawl, by the `crawl_id` that `POST /crawl` answered.
         * @example 019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        crawl_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Crawl']
        }
      }
    }
  }
  streamCrawl: {
    parameters: {
      query?: {
        /** @description For clients that cannot send `Last-Event-ID`, which goes first. */
        last_event_id?: string
      }
      header?: never
      path: {
        /**
         * @description A crawl, by the `crawl_id` that `POST /crawl` answered.
         * @example 01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b
         */
        crawl_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  postCrawlEstimate: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CrawlEstimateRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CrawlEstimate']
        }
      }
    }
  }
  listCrawls: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /** @description Only what was sent with this `external_id`. */
        external_id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CrawlList']
        }
      }
    }
  }
  createMap: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MapRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SiteMap']
        }
      }
    }
  }
  getMap: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A map, by the `map_id` that `POST /map` answered.
         * @example 019a9f3e-5b6c-7d8e-9f0a-1b2c3d4e5f60
         */
        map_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SiteMap']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MapUnderWay']
        }
      }
    }
  }
  exportAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': unknown
        }
      }
    }
  }
  listAlertHistory: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertHistory']
        }
      }
    }
  }
  listAlertRules: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRules']
        }
      }
    }
  }
  createAlertRule: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AlertRuleCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRule']
        }
      }
    }
  }
  getAlertRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A rule of alerts: the `id` that `GET /alerts/rules` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        rule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRuleDetail']
        }
      }
    }
  }
  deleteAlertRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A rule of alerts: the `id` that `GET /alerts/rules` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        rule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateAlertRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A rule of alerts: the `id` that `GET /alerts/rules` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        rule_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AlertRuleUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRule']
        }
      }
    }
  }
  testAlertRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A rule of alerts: the `id` that `GET /alerts/rules` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        rule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertTestResult']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertTestResult']
        }
      }
    }
  }
  listApiKeys: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 100
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeyList']
        }
      }
    }
  }
  createApiKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
    }
  }
  getApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
    }
  }
  deleteApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
    }
  }
  endApiKeyOverlap: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  rotateApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyRotation']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
    }
  }
  listBetaFeatures: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BetaFeatureList']
        }
      }
    }
  }
  disableBetaFeature: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A feature: the `slug` that `GET /beta-features` lists.
         * @example sharper-tables
         */
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BetaFeatureSwitched']
        }
      }
    }
  }
  enableBetaFeature: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A feature: the `slug` that `GET /beta-features` lists.
         * @example sharper-tables
         */
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BetaFeatureSwitched']
        }
      }
    }
  }
  listMyBetaFeatures: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BetaFeatureSlugs']
        }
      }
    }
  }
  getBillingBalance: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BillingBalance']
        }
      }
    }
  }
  createCheckout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckoutCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckoutCreated']
        }
      }
    }
  }
  getCheckout: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A checkout, by the `checkout_id` that `POST /billing/checkout` answered.
         * @example 01a20173-fde1-78ce-99fb-63ab2f3f86c1
         */
        checkout_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Checkout']
        }
      }
    }
  }
  showPaymentPage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A checkout, by the `checkout_id` that `POST /billing/checkout` answered.
         * @example 01a20173-fde1-78ce-99fb-63ab2f3f86c1
         */
        checkout_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
    }
  }
  payCheckout: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A checkout, by the `checkout_id` that `POST /billing/checkout` answered.
         * @example 01a20173-fde1-78ce-99fb-63ab2f3f86c1
         */
        checkout_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: never
  }
  showCheckoutCancelled: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
    }
  }
  showCheckoutSuccess: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
    }
  }
  listReceipts: {
    parameters: {
      query?: {
        /** @description Most entries of the reply. */
        limit?: number
        /** @description Entries that are passed over: those of the pages before. */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReceiptList']
        }
      }
    }
  }
  getReceipt: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A receipt: the `id` that `GET /billing/receipts` lists.
         * @example 01a20173-fde1-78ce-99fb-63ab2f3f86c1
         */
        receipt_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
    }
  }
  showReceiptPage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A receipt: the `id` that `GET /billing/receipts` lists.
         * @example 01a20173-fde1-78ce-99fb-63ab2f3f86c1
         */
        receipt_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
    }
  }
  listTransactions: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /** @description Entries that are passed over: those of the pages before. */
        offset?: number
        /** @description The `next_cursor` of the page before, which reads on however long the list is. */
        cursor?: string
        /** @description Only entries of this kind. */
        kind?: 'deposit' | 'charge' | 'refund' | 'dispute' | 'reinstatement'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TransactionList']
        }
      }
    }
  }
  getBillingUsage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BillingUsage']
        }
      }
    }
  }
  receiveStripeEvent: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventReceived']
        }
      }
    }
  }
  exportBatch: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A batch, by the `batch_id` that `POST /batch` answered.
         * @example batch_019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d01
         */
        batch_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportRequestInput']
      }
    }
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportRun']
        }
      }
    }
  }
  exportCrawl: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A crawl, by the `crawl_id` that `POST /crawl` answered.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d02
         */
        crawl_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportRequestInput']
      }
    }
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportRun']
        }
      }
    }
  }
  listExportDestinations: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportDestinationList']
        }
      }
    }
  }
  createExportDestination: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportDestinationCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportDestination']
        }
      }
    }
  }
  getExportDestination: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A destination of exports: the `id` that `GET /exports` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e60
         */
        destination_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportDestination']
        }
      }
    }
  }
  deleteExportDestination: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A destination of exports: the `id` that `GET /exports` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e60
         */
        destination_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateExportDestination: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A destination of exports: the `id` that `GET /exports` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e60
         */
        destination_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportDestinationUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportDestination']
        }
      }
    }
  }
  testExportDestination: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A destination of exports: the `id` that `GET /exports` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e60
         */
        destination_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportTestResult']
        }
      }
    }
  }
  listExports: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportRunList']
        }
      }
    }
  }
  getExport: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A run of an export: the `export_id` that `GET /exports/runs` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e61
         */
        export_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportRun']
        }
      }
    }
  }
  cancelExport: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A run of an export: the `export_id` that `GET /exports/runs` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e61
         */
        export_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportRun']
        }
      }
    }
  }
  downloadFile: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The rest of a signed link, slashes and all.
         * @example 2026/11/22/0a1b2c3d4e5f60718293a4b5c6d7e8f9.png
         */
        key: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/*': unknown
          'application/*': unknown
        }
      }
    }
  }
  getAccountLimits: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountLimits']
        }
      }
    }
  }
  setAccountLimits: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SpendLimitInput']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountLimits']
        }
      }
    }
  }
  deleteAccountLimits: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  getApiKeyLimits: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeyLimits']
        }
      }
    }
  }
  setApiKeyLimits: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SpendLimitInput']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKeyLimits']
        }
      }
    }
  }
  deleteApiKeyLimits: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An API key: the `id` that `GET /api-keys` lists, not the key itself.
         * @example 019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a
         */
        key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  listManualLogins: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ManualLoginList']
        }
      }
    }
  }
  createManualLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ManualLoginCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ManualLoginBegun']
        }
      }
    }
  }
  getManualLogin: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login by hand, by the `id` that `POST /manual-logins` answered.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        manual_login_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ManualLogin']
        }
      }
    }
  }
  endManualLogin: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login by hand, by the `id` that `POST /manual-logins` answered.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        manual_login_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  keepManualLogin: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login by hand, by the `id` that `POST /manual-logins` answered.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        manual_login_id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['KeepManualLoginRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  createManualLoginTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login by hand, by the `id` that `POST /manual-logins` answered.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51
         */
        manual_login_id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateManualLoginTicketRequest']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ManualLoginTicket']
        }
      }
    }
  }
  listLlmKeys: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LlmKeyList']
        }
      }
    }
  }
  createLlmKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LlmKeyCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LlmKey']
        }
      }
    }
  }
  getLlmKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A key at a provider of language models: the `id` that `GET /llm-keys` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d5f
         */
        llm_key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LlmKey']
        }
      }
    }
  }
  deleteLlmKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A key at a provider of language models: the `id` that `GET /llm-keys` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d5f
         */
        llm_key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateLlmKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A key at a provider of language models: the `id` that `GET /llm-keys` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d5f
         */
        llm_key_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LlmKeyUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LlmKey']
        }
      }
    }
  }
  testLlmKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A key at a provider of language models: the `id` that `GET /llm-keys` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d5f
         */
        llm_key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LlmKeyTestResult']
        }
      }
    }
  }
  listMonitorGroups: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorGroupList']
        }
      }
    }
  }
  createMonitorGroup: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorGroupCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorGroup']
        }
      }
    }
  }
  getMonitorGroup: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A group of monitors: the `id` that `GET /monitor-groups` lists.
         * @example 019a9f50-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        group_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorGroup']
        }
      }
    }
  }
  deleteMonitorGroup: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A group of monitors: the `id` that `GET /monitor-groups` lists.
         * @example 019a9f50-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        group_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateMonitorGroup: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A group of monitors: the `id` that `GET /monitor-groups` lists.
         * @example 019a9f50-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        group_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorGroupUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorGroup']
        }
      }
    }
  }
  listMonitors: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Whether schedules that are paused are left out.
         * @example true
         */
        active_only?: boolean
        /**
         * @description Only those of this group. A UUID.
         * @example 019a9f50-1d2c-7e5f-8a90-5b6c7d8e9f02
         */
        group_id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorList']
        }
      }
    }
  }
  createMonitor: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
    }
  }
  getMonitor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
    }
  }
  deleteMonitor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateMonitor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
    }
  }
  listMonitorChanges: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Only those of this page.
         * @example https://example.com/product/1
         */
        url?: string
      }
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorChangeList']
        }
      }
    }
  }
  getMonitorChangePicture: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
        /**
         * @description A change of a page: the `id` that `GET /monitors/{monitor_id}/changes` lists.
         * @example 019a9f54-5b6c-7d7e-8f80-91ab0c1d2e46
         */
        change_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/png': unknown
        }
      }
    }
  }
  checkMonitor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorCheck']
        }
      }
    }
  }
  listMonitorChecks: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorCheckList']
        }
      }
    }
  }
  getMonitorFeed: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/atom+xml': unknown
        }
      }
    }
  }
  getMonitorFieldChart: {
    parameters: {
      query?: {
        /**
         * @description The page; needed where the monitor watches several.
         * @example https://example.com/product/1
         */
        url?: string
        /**
         * @description How many days it goes back.
         * @example 30
         */
        days?: number
      }
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
        /**
         * @description A field that the monitor reads: a name of its `monitor_fields` or `monitor_selectors`.
         * @example price
         */
        field: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/svg+xml': unknown
        }
      }
    }
  }
  listMonitorFieldHistory: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 100
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Only those of this page.
         * @example https://example.com/product/1
         */
        url?: string
      }
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
        /**
         * @description A field that the monitor reads: a name of its `monitor_fields` or `monitor_selectors`.
         * @example price
         */
        field: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorFieldHistory']
        }
      }
    }
  }
  resetMonitorNoise: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  listMonitorPages: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorPageList']
        }
      }
    }
  }
  pauseMonitor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
    }
  }
  resumeMonitor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
    }
  }
  listMonitorSnapshots: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Only those of this page.
         * @example https://example.com/product/1
         */
        url?: string
      }
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorSnapshotList']
        }
      }
    }
  }
  getMonitorSnapshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A monitor: the `id` that `GET /monitors` lists.
         * @example 019a9f51-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        monitor_id: string
        /**
         * @description A kept version of a page: the `id` that `GET /monitors/{monitor_id}/snapshots` lists.
         * @example 019a9f53-4a5b-7c6d-8e7f-809a0b1c2d35.2
         */
        snapshot_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorSnapshot']
        }
      }
    }
  }
  listDeadLetters: {
    parameters: {
      query?: {
        /**
         * @description Only letters of this kind.
         * @example job
         */
        kind?: 'job' | 'webhook' | 'mail'
        /**
         * @description Most entries of the reply.
         * @example 50
         */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DeadLetters']
        }
      }
    }
  }
  discardDeadLetters: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChosenLetters']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LettersMoved']
        }
      }
    }
  }
  retryDeadLetters: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChosenLetters']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LettersMoved']
        }
      }
    }
  }
  getFleetHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FleetHealth']
        }
      }
    }
  }
  getOperatedJobs: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of a job, or an `X-Request-Id`.
         * @example req_019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9
         */
        job_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedJobs']
        }
      }
    }
  }
  getLedgerState: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LedgerState']
        }
      }
    }
  }
  getOperatedQueues: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedQueues']
        }
      }
    }
  }
  listOperatedSites: {
    parameters: {
      query?: {
        /**
         * @description How far back, in hours.
         * @example 24
         */
        hours?: number
        /**
         * @description `failed`: most failed attempts first; `attempts`: busiest first.
         * @example failed
         */
        sort?: 'failed' | 'attempts'
        /** @description A part of the host. */
        search?: string
        /**
         * @description Most entries of the reply.
         * @example 50
         */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedSites']
        }
      }
    }
  }
  getOperatedSite: {
    parameters: {
      query?: {
        /**
         * @description How far back, in hours.
         * @example 24
         */
        hours?: number
      }
      header?: never
      path: {
        /**
         * @description A host name such as `example.com`; its subdomains are meant with it.
         * @example shop.example.com
         */
        domain: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedSite']
        }
      }
    }
  }
  listTopAccounts: {
    parameters: {
      query?: {
        /**
         * @description How far back, in hours.
         * @example 24
         */
        hours?: number
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /** @description This account alone. A UUID. */
        account_id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TopAccounts']
        }
      }
    }
  }
  showConsentPage: {
    parameters: {
      query?: {
        /**
         * @description Always `code`.
         * @example code
         */
        response_type?: string | null
        /**
         * @description The tool: its `client_id`, or the address of its metadata document where the server takes such.
         * @example client_0a1b2c3d4e5f60718293a4b5
         */
        client_id?: string | null
        /**
         * @description One of those that are registered for the tool.
         * @example https://n8n.example.com/rest/oauth2-credential/callback
         */
        redirect_uri?: string | null
        /**
         * @description Comes back with the code, as it is.
         * @example af0ifjsldkj
         */
        state?: string | null
        /**
         * @description `scrape`, the only one; also where it is left out.
         * @example scrape
         */
        scope?: string | null
        /**
         * @description A label for the name of the key.
         * @example n8n
         */
        source?: string | null
        /**
         * @description PKCE (RFC 7636), S256 only.
         * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
         */
        code_challenge?: string | null
        /**
         * @description With `code_challenge`: `S256`.
         * @example S256
         */
        code_challenge_method?: string | null
        /** @description RFC 8707: an address of this API, as its protected resource metadata names it. */
        resource?: (string | string[]) | null
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
    }
  }
  authorizeClient: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthorizeRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthorizeReply']
        }
      }
    }
  }
  startDeviceAuthorization: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DeviceAuthorizationRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DeviceAuthorization']
        }
      }
    }
  }
  askAboutDevice: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DeviceQuestion']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DeviceQuestionReply']
        }
      }
    }
  }
  decideAboutDevice: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DeviceDecision']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DeviceDecisionReply']
        }
      }
    }
  }
  introspectOAuthToken: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OAuthTokenForm']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Introspection']
        }
      }
    }
  }
  registerOAuthClient: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ClientRegistration']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ClientRegistrationReply']
        }
      }
    }
  }
  revokeOAuthToken: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OAuthTokenForm']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  exchangeOAuthCode: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TokenReply']
        }
      }
    }
  }
  listOperatedAccounts: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description A part of the name, or of the address of a user.
         * @example ada
         */
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedAccountList']
        }
      }
    }
  }
  openOperatedAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OperatedAccountCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedAccountCreated']
        }
      }
    }
  }
  getOperatedAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An account: the `id` that `GET /operator/accounts` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedAccount']
        }
      }
    }
  }
  createOperatedKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An account: the `id` that `GET /operator/accounts` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OperatedKeyCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
    }
  }
  blockAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An account: the `id` that `GET /operator/accounts` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountBlock']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountBlocked']
        }
      }
    }
  }
  grantCredits: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An account: the `id` that `GET /operator/accounts` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreditGrant']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreditGranted']
        }
      }
    }
  }
  setOperatedLimits: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An account: the `id` that `GET /operator/accounts` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OperatedLimits']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedAccount']
        }
      }
    }
  }
  unblockAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An account: the `id` that `GET /operator/accounts` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountBlocked']
        }
      }
    }
  }
  listOperatorAudit: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /** @description The `next_cursor` of the page before. */
        cursor?: string
        /** @description Only acts that concern this account. A UUID. */
        account_id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatorAudit']
        }
      }
    }
  }
  offerBetaFeature: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Names the feature: small letters, digits and single hyphens.
         * @example live-view
         */
        slug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BetaFeatureOffer']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BetaFeatureOffered']
        }
      }
    }
  }
  listBlockedDomains: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BlockedDomainList']
        }
      }
    }
  }
  blockDomain: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A host name such as `example.com`; its subdomains are meant with it.
         * @example example.com
         */
        domain: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DomainBlock']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DomainBlocked']
        }
      }
    }
  }
  unblockDomain: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A host name such as `example.com`; its subdomains are meant with it.
         * @example example.com
         */
        domain: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DomainBlocked']
        }
      }
    }
  }
  redriveJobs: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RedriveRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Redriven']
        }
      }
    }
  }
  listOAuthClients: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OAuthClientList']
        }
      }
    }
  }
  createOAuthClient: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OAuthClientCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OAuthClientInfo']
        }
      }
    }
  }
  deleteOAuthClient: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An OAuth client: the `client_id` that `GET /operator/oauth-clients` lists.
         * @example client_0123456789abcdef01234567
         */
        client_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OAuthClientDeleted']
        }
      }
    }
  }
  updateOAuthClient: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An OAuth client: the `client_id` that `GET /operator/oauth-clients` lists.
         * @example client_0123456789abcdef01234567
         */
        client_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OAuthClientUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OAuthClientInfo']
        }
      }
    }
  }
  rotateOAuthSecret: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An OAuth client: the `client_id` that `GET /operator/oauth-clients` lists.
         * @example client_0123456789abcdef01234567
         */
        client_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OAuthClientSecret']
        }
      }
    }
  }
  listOperatedTickets: {
    parameters: {
      query?: {
        /**
         * @description Without it, all that are not closed.
         * @example open
         */
        status?: 'open' | 'answered' | 'closed'
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatedTicketList']
        }
      }
    }
  }
  getOperatedTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A ticket of support: its `id`, or its `readable_id`.
         * @example 019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9
         */
        ticket_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TicketDetail']
        }
      }
    }
  }
  endTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A ticket of support: its `id`, or its `readable_id`.
         * @example 019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9
         */
        ticket_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Ticket']
        }
      }
    }
  }
  answerTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A ticket of support: its `id`, or its `readable_id`.
         * @example 019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9
         */
        ticket_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TicketReply']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TicketAnswered']
        }
      }
    }
  }
  listReceivedInvitations: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReceivedInvitationList']
        }
      }
    }
  }
  acceptInvitation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationAnswer']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
    }
  }
  declineInvitation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationAnswer']
      }
    }
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  previewInvitation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationAnswer']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReceivedInvitation']
        }
      }
    }
  }
  listOrganizations: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationList']
        }
      }
    }
  }
  createOrganization: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
    }
  }
  getOrganization: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
    }
  }
  deleteOrganization: {
    parameters: {
      query?: {
        /**
         * @description Whether to give up what is left of the balance.
         * @example true
         */
        confirm?: boolean
      }
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateOrganization: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
    }
  }
  getAuditLog: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditLog']
        }
      }
    }
  }
  listInvitations: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InvitationList']
        }
      }
    }
  }
  createInvitation: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Invitation']
        }
      }
    }
  }
  deleteInvitation: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
        /**
         * @description An invitation: the `id` that `GET /organizations/{organization_id}/invitations` lists.
         * @example 019a9f3e-4d5e-7f60-8172-8c9d0e1f2a3b
         */
        invitation_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  leaveOrganization: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  listMembers: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MemberList']
        }
      }
    }
  }
  removeMember: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
        /**
         * @description A member: the `user_id` that `GET /organizations/{organization_id}/members` lists.
         * @example 019a9f3e-3c4d-7e5f-8061-7b8c9d0e1f2a
         */
        user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateMember: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
        /**
         * @description A member: the `user_id` that `GET /organizations/{organization_id}/members` lists.
         * @example 019a9f3e-3c4d-7e5f-8061-7b8c9d0e1f2a
         */
        user_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Member']
        }
      }
    }
  }
  transferOrganization: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description An organization: the `id` that `GET /organizations` lists.
         * @example 019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f
         */
        organization_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnershipTransfer']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
    }
  }
  postParse: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ParseRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScrapeResult']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobAccepted']
        }
      }
    }
  }
  listProxies: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProxyList']
        }
      }
    }
  }
  createProxy: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProxyCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProxyIntegration']
        }
      }
    }
  }
  getProxy: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A proxy of your own: the `id` that `GET /proxies` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        proxy_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProxyIntegration']
        }
      }
    }
  }
  deleteProxy: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A proxy of your own: the `id` that `GET /proxies` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        proxy_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateProxy: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A proxy of your own: the `id` that `GET /proxies` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        proxy_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProxyUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProxyIntegration']
        }
      }
    }
  }
  testProxy: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A proxy of your own: the `id` that `GET /proxies` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        proxy_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProxyTestResult']
        }
      }
    }
  }
  listSchedules: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Whether schedules that are paused are left out.
         * @example true
         */
        active_only?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScheduleList']
        }
      }
    }
  }
  createSchedule: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Schedule']
        }
      }
    }
  }
  getSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Schedule']
        }
      }
    }
  }
  deleteSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Schedule']
        }
      }
    }
  }
  pauseSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Schedule']
        }
      }
    }
  }
  resumeSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Schedule']
        }
      }
    }
  }
  runSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScheduleRun']
        }
      }
    }
  }
  listScheduleRuns: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description A schedule: the `id` that `GET /schedules` lists.
         * @example 019a9f41-2e3d-7f60-9ba1-6c7d8e9f0a13
         */
        schedule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScheduleRunList']
        }
      }
    }
  }
  getServer: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Server']
        }
      }
    }
  }
  listSessions: {
    parameters: {
      query?: {
        /**
         * @description Whether sessions that others share with you are listed too.
         * @example true
         */
        include_shared?: boolean
        /** @description Only sessions of this domain. */
        domain?: string
        /**
         * @description Only sessions of this status.
         * @example active
         */
        status?: 'active' | 'expired' | 'invalid' | 'pending_validation'
        /** @description Most entries of the reply. */
        limit?: number
        /** @description Entries that are passed over: those of the pages before. */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SessionList']
        }
      }
    }
  }
  createSession: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SessionCreate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  getSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  deleteSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SessionDeleted']
        }
      }
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SessionUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  getSessionAudit: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SessionAudit']
        }
      }
    }
  }
  refreshSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['RefreshSessionRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  shareSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SessionShare']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  unshareSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session']
        }
      }
    }
  }
  validateSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A login session: the `id` that `GET /sessions` lists.
         * @example 019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f
         */
        session_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SessionValidation']
        }
      }
    }
  }
  deleteAccount: {
    parameters: {
      query?: {
        /** @description Your password; better in the body, which proxies do not log. */
        password?: string
        /** @description Whether to give up what is left of the balance. */
        confirm?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['AccountDeletion']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountDeleted']
        }
      }
    }
  }
  getOwnAuditLog: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /** @description The `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditPage']
        }
      }
    }
  }
  changePassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChange']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasswordChanged']
        }
      }
    }
  }
  confirmEmail: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MailedTokenForm']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Done']
        }
      }
    }
  }
  confirmRegistration: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RegistrationConfirmation']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
    }
  }
  changeEmail: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EmailChange']
      }
    }
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailPromised']
        }
      }
    }
  }
  forgotPassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ForgottenPassword']
      }
    }
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailPromised']
        }
      }
    }
  }
  login: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Login']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecondFactorAsked']
        }
      }
    }
  }
  loginPasskey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyLogin']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
    }
  }
  loginPasskeyOptions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyOptions']
        }
      }
    }
  }
  loginSecondFactor: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorAnswer']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
    }
  }
  logout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  getMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Me']
        }
      }
    }
  }
  updateMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProfileUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Me']
        }
      }
    }
  }
  listPasskeys: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyList']
        }
      }
    }
  }
  addPasskey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPasskey']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Passkey']
        }
      }
    }
  }
  removePasskey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A passkey: the `id` that `GET /auth/passkeys` lists.
         * @example 019a9f3e-7a12-7e5f-9d74-8f3b2c4d5e6f
         */
        passkey_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  renamePasskey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A passkey: the `id` that `GET /auth/passkeys` lists.
         * @example 019a9f3e-7a12-7e5f-9d74-8f3b2c4d5e6f
         */
        passkey_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Passkey']
        }
      }
    }
  }
  passkeyOptions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyProof']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyOptions']
        }
      }
    }
  }
  renewRecoveryCodes: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TotpCode']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecoveryCodes']
        }
      }
    }
  }
  refresh: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Refresh']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
    }
  }
  register: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Registration']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecondFactorAsked']
        }
      }
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailPromised']
        }
      }
    }
  }
  resetPassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordResetForm']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Done']
        }
      }
    }
  }
  getSecondFactor: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecondFactor']
        }
      }
    }
  }
  listSignIns: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignInList']
        }
      }
    }
  }
  endSignIns: {
    parameters: {
      query?: {
        /**
         * @description Whether the sign-in that asks ends too.
         * @example false
         */
        current?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignInsEnded']
        }
      }
    }
  }
  endSignIn: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A sign-in: the `id` that `GET /auth/sign-ins` lists.
         * @example 019a9f3e-7a13-7f60-8e85-904c3d5e6f70
         */
        sign_in_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  beginTotp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordProof']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TotpEnrolment']
        }
      }
    }
  }
  removeTotp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['FactorRemoval']
      }
    }
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  confirmTotp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TotpCode']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecoveryCodes']
        }
      }
    }
  }
  undoEmail: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MailedTokenForm']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Done']
        }
      }
    }
  }
  singleSignOn: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SingleSignOnAnswer']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SingleSignOnReply202']
        }
      }
    }
  }
  connectSingleSignOn: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionProof']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecondFactorAsked']
        }
      }
    }
  }
  beginSingleSignOn: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SingleSignOnBegun']
        }
      }
    }
  }
  listTickets: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
        /**
         * @description Only tickets of this status.
         * @example open
         */
        status?: 'open' | 'answered' | 'closed'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Tickets']
        }
      }
    }
  }
  createTicket: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TicketCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TicketDetail']
        }
      }
    }
  }
  getTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A ticket of support: its `id`, or its `readable_id`.
         * @example T-7F3K2
         */
        ticket_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TicketDetail']
        }
      }
    }
  }
  closeTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A ticket of support: its `id`, or its `readable_id`.
         * @example T-7F3K2
         */
        ticket_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Ticket']
        }
      }
    }
  }
  replyToTicket: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A ticket of support: its `id`, or its `readable_id`.
         * @example T-7F3K2
         */
        ticket_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TicketReply']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TicketDetail']
        }
      }
    }
  }
  createPublicTicket: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PublicTicketCreate']
      }
    }
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PublicTicketAccepted']
        }
      }
    }
  }
  listTemplates: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Templates']
        }
      }
    }
  }
  createTemplate: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Template']
        }
      }
    }
  }
  getTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A template: the `id` that `GET /templates` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d55
         */
        template_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Template']
        }
      }
    }
  }
  deleteTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A template: the `id` that `GET /templates` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d55
         */
        template_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A template: the `id` that `GET /templates` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d55
         */
        template_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Template']
        }
      }
    }
  }
  testTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A template: the `id` that `GET /templates` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d55
         */
        template_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateTest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TemplateTestResult']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExtractAccepted']
        }
      }
    }
  }
  getUsage: {
    parameters: {
      query?: {
        /**
         * @description A day in UTC, or a time.
         * @example 2026-11-01
         */
        start_date?: string
        /**
         * @description The last day, included, or a time.
         * @example 2026-11-30
         */
        end_date?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Usage']
        }
      }
    }
  }
  getUsageCaps: {
    parameters: {
      query?: {
        /**
         * @description A day in UTC, or a time. Default: the first of this month.
         * @example 2026-11-01
         */
        start_date?: string
        /** @description The last day, included, or a time. */
        end_date?: string
        /** @description Most credits of one request, beside each `max_tier`. Default: as many as the tier takes. */
        max_credits?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UsageCaps']
        }
      }
    }
  }
  getUsageReport: {
    parameters: {
      query?: {
        /**
         * @description One to three of day, hour, key, tier, domain, kind, with commas. domain and kind go with each other and with day, and are kept for 100 days; hour, key and tier with each other and with day.
         * @example day,kind
         */
        group_by?: string
        /**
         * @description A day in UTC, or a time. Default: the first of this month.
         * @example 2026-11-01
         */
        start_date?: string
        /** @description The last day, included, or a time. */
        end_date?: string
        /** @description `csv`: as for `Accept: text/csv`. Default: what `Accept` asks for. */
        format?: 'json' | 'csv'
        /** @description Most rows of the reply. */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UsageReport']
          'text/csv': unknown
        }
      }
    }
  }
  listWebhooks: {
    parameters: {
      query?: {
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /**
         * @description Entries that are passed over: those of the pages before.
         * @example 0
         */
        offset?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookList']
        }
      }
    }
  }
  createWebhook: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookCreate']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookCreated']
        }
      }
    }
  }
  getWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A webhook: the `id` that `GET /webhooks` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        webhook_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookDetail']
        }
      }
    }
  }
  deleteWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A webhook: the `id` that `GET /webhooks` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        webhook_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  updateWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A webhook: the `id` that `GET /webhooks` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        webhook_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookUpdate']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Webhook']
        }
      }
    }
  }
  testWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A webhook: the `id` that `GET /webhooks` lists.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        webhook_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookTestResult']
        }
      }
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookTestResult']
        }
      }
    }
  }
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Only deliveries to this endpoint. A UUID.
         * @example 019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e
         */
        webhook_id?: string
        /**
         * @description Only deliveries of this status.
         * @example failed
         */
        status?: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
        /** @description Only deliveries of this event, such as `job.failed`. */
        event?: string
        /** @description Only deliveries about this job. A UUID. */
        job_id?: string
        /** @description Only deliveries about this batch and its items. */
        batch_id?: string
        /** @description Only deliveries about this crawl and its pages. A UUID. */
        crawl_id?: string
        /** @description A day in UTC, or a time; included. */
        created_after?: string
        /** @description A day in UTC, or a time; not included. */
        created_before?: string
        /**
         * @description Most entries of the reply.
         * @example 20
         */
        limit?: number
        /** @description `next_cursor` of the reply before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookDeliveryList']
        }
      }
    }
  }
  getWebhookDelivery: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A delivery: the `id` that `GET /webhooks/deliveries` lists.
         * @example msg_019a9f40-11d2-7c3f-8a66-4b1c7d2e3f50
         */
        delivery_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookDeliveryDetail']
        }
      }
    }
  }
  getWebhookDeliveryBody: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A delivery: the `id` that `GET /webhooks/deliveries` lists.
         * @example msg_019a9f40-11d2-7c3f-8a66-4b1c7d2e3f50
         */
        delivery_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/octet-stream': unknown
        }
      }
    }
  }
  replayWebhookDelivery: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description A delivery: the `id` that `GET /webhooks/deliveries` lists.
         * @example msg_019a9f40-11d2-7c3f-8a66-4b1c7d2e3f50
         */
        delivery_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookReplayed']
        }
      }
    }
  }
  replayWebhookDeliveries: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookReplay']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookReplayResult']
        }
      }
    }
  }
  getWebhookSecret: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSecret']
        }
      }
    }
  }
  rotateWebhookSecret: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecretRequest']
      }
    }
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSecret']
        }
      }
    }
  }
  webhook_job_completed: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['JobCompletedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_job_failed: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['JobFailedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_batch_completed: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchCompletedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_crawl_completed: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CrawlCompletedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_monitor_changed: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorChangedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_schedule_completed: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleCompletedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_alert_fired: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AlertFiredWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_alert_resolved: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AlertResolvedWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhook_webhook_test: {
    parameters: {
      query?: never
      header: {
        /** @description The same at every attempt: whoever has seen it may leave the request out. */
        'webhook-id': string
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string
        /** @description `v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces. */
        'webhook-signature': string
        /** @description `sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown. */
        'X-Service-Signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TestWebhook']
      }
    }
    responses: {
      /** @description Received. Anything else is tried again: three times in all. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
