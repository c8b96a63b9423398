/** The look of a part of the chat. Every member may be missing. */
export interface PartTheme {
  readonly backgroundColor?: string;
  readonly color?: string;
  /** Pixels. */
  readonly blur?: number;
  /** From 0 to 1. */
  readonly opacity?: number;
  readonly shadow?: 'none' | 'sm' | 'md' | 'lg' | 'xl' | '2xl';
  readonly border?: {
    readonly thickness?: number;
    readonly color?: string;
    readonly roundeness?: Roundness | 'custom';
    readonly customRoundeness?: number;
    readonly opacity?: number;
  };
}

/** How round the corners are. */
export type Roundness = 'none' | 'medium' | 'large';

/** The theme of a bot, as the reply to a start has it; docs/openapi.json describes each member. */
export interface Theme {
  /** The version whose defaults absent members have; 6 where it is absent. */
  readonly version?: string;
  readonly general?: {
    readonly font?:
      | string
      | {
          readonly type?: string;
          readonly family?: string;
          readonly css?: string;
          /** The address of the font, in older flows, which have no `css`. */
          readonly url?: string;
        };
    readonly background?: { readonly type?: string; readonly content?: string };
    readonly progressBar?: {
      readonly isEnabled?: boolean;
      readonly color?: string;
      readonly backgroundColor?: string;
      readonly placement?: 'Top' | 'Bottom';
      readonly position?: 'fixed' | 'absolute';
      readonly thickness?: number;
    };
  };
  readonly chat?: {
    readonly container?: PartTheme & { readonly maxWidth?: string; readonly maxHeight?: string };
    readonly hostAvatar?: Avatar;
    readonly guestAvatar?: Avatar;
    readonly hostBubbles?: PartTheme;
    readonly guestBubbles?: PartTheme;
    readonly buttons?: PartTheme;
    readonly inputs?: PartTheme & { readonly placeholderColor?: string };
    readonly roundness?: Roundness;
    readonly buttonsInput?: { readonly layout?: 'wrap' | 'vertical' };
  };
  readonly customCss?: string;
}

/** The picture beside the messages of the bot or the visitor. */
export interface Avatar {
  readonly isEnabled?: boolean;
  readonly url?: string;
}

/** The settings of a bot that a page needs; docs/openapi.json describes each member. */
export interface Settings {
  readonly general?: {
    readonly isTypingEmulationEnabled?: boolean;
    readonly isInputPrefillEnabled?: boolean;
    readonly isTypedTextShown?: boolean;
    readonly isHideQueryParamsEnabled?: boolean;
    readonly isNewResultOnRefreshEnabled?: boolean;
    readonly isBrandingEnabled?: boolean;
    readonly rememberUser?: {
      readonly isEnabled?: boolean;
      readonly storage?: 'session' | 'local';
    };
    readonly systemMessages?: Readonly<Record<string, string | undefined>>;
  };
  readonly typingEmulation?: {
    readonly enabled?: boolean;
    /** Words a minute. */
    readonly speed?: number;
    /** Seconds. */
    readonly maxDelay?: number;
    /** Seconds. */
    readonly delayBetweenBubbles?: number;
    readonly isDisabledOnFirstMessage?: boolean;
  };
}
