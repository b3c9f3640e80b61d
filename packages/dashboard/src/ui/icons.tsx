import type { ComponentChildren } from "preact";

function icon(children: ComponentChildren) {
  return () => (
    <svg class="icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.4" aria-hidden="true">
      {children}
    </svg>
  );
}

export const OverviewIcon = icon(<path d="M2.5 9.5h4v4h-4zM2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM9.5 9.5h4v4h-4z" />);
export const KeyIcon = icon(
  <path d="M10 9.5a3.5 3.5 0 1 0-3.3-2.3L2.5 11.4v2.1h2.4v-1.7h1.7v-1.7l1.2-1.2c.7.4 1.4.6 2.2.6zM11 5h.01" />,
);
export const SessionsIcon = icon(
  <path d="M4.5 1.8h7v12.4h-7zM7 12.2h2M8 7.2a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM5.9 10.2c.3-1.2 1-1.8 2.1-1.8s1.8.6 2.1 1.8" />,
);
export const ReviewsIcon = icon(<path d="M3.5 2.5h9v11h-9zM6 2.5v-1h4v1M5.8 8.3l1.6 1.6 2.9-3.2" />);
export const BatchesIcon = icon(
  <path d="M2.5 3.5h7M2.5 8h7M2.5 12.5h7M11.5 3.3l1 1 1.5-2M11.5 7.8l1 1 1.5-2M12 12.5h1.5" />,
);
export const WebhooksIcon = icon(
  <path d="M8 7.3a2.6 2.6 0 1 0-2-1L3.9 10M3.6 13.6a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM5.4 11.8h5.2M12.4 13.6a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM11.7 10.1 9.4 6.4" />,
);
export const RequestsIcon = icon(<path d="M2.5 5.5h9M8.8 2.7l2.8 2.8-2.8 2.8M13.5 10.5h-9M7.2 7.7l-2.8 2.8 2.8 2.8" />);
export const UsageIcon = icon(<path d="M2.5 13.5h11M4 11V8M7 11V4M10 11V6.5M13 11V2.5" />);
export const LimitsIcon = icon(<path d="M2.6 11.5a6 6 0 1 1 10.8 0M8 9.5l2.8-3.6M8 9.6v-.1" />);
export const DomainsIcon = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2.3 8h11.4M8 2c2 2 2.6 4 2.6 6S10 12 8 14c-2-2-2.6-4-2.6-6S6 4 8 2z" />,
);
export const PlaygroundIcon = icon(
  <path d="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M6 6.5v.6M10 6.5v.6M5.8 9.6c1.3 1.2 3.1 1.2 4.4 0" />,
);
export const SettingsIcon = icon(<path d="M2.5 4.5h5M11.5 4.5h2M9.5 2.7v3.6M2.5 11.5h2M8.5 11.5h5M6.5 9.7v3.6" />);
export const AccountsIcon = icon(
  <path d="M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.8 13.5c0-2.3 1.7-3.8 4.2-3.8s4.2 1.5 4.2 3.8M10.5 2.8a2.5 2.5 0 0 1 0 4.5M12 10c1.4.5 2.2 1.7 2.2 3.5" />,
);
export const TeamIcon = icon(
  <path d="M8 8a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 8zM4 13.5c0-2.2 1.6-3.6 4-3.6s4 1.4 4 3.6M3.6 8.6a1.6 1.6 0 1 1 .6-3.1M1.3 12c0-1.2.5-2.1 1.5-2.6M12.4 8.6a1.6 1.6 0 1 0-.6-3.1M14.7 12c0-1.2-.5-2.1-1.5-2.6" />,
);
export const PersonIcon = icon(
  <path d="M8 7.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM3 13.7c0-2.5 2-4.2 5-4.2s5 1.7 5 4.2" />,
);
export const PlansIcon = icon(<path d="M8 2 2 5.2l6 3.2 6-3.2L8 2zM2 8.2l6 3.2 6-3.2M2 11.1l6 3.1 6-3.1" />);
export const ThresholdIcon = icon(<path d="M2.5 2.5v11h11M4 4.5c.6 4.4 3 6.8 8.5 7.3M8 2.5v2M8 7v2M8 11.5v2" />);
export const ModelsIcon = icon(<path d="M8 1.8 13.5 5v6L8 14.2 2.5 11V5L8 1.8zM2.6 5 8 8.2 13.4 5M8 8.2v6" />);
export const AuditIcon = icon(<path d="M3.5 1.8h9v12.4h-9zM6 5h4M6 8h4M6 11h2.5" />);
export const HealthIcon = icon(<path d="M1.5 8.5h3l2-5 3 9 2-4h3" />);
export const DocsIcon = icon(
  <path d="M8 4.2C6.5 3 4.5 2.6 2 2.8v9.4c2.5-.2 4.5.2 6 1.4 1.5-1.2 3.5-1.6 6-1.4V2.8c-2.5-.2-4.5.2-6 1.4zM8 4.2v9.4" />,
);
export const SearchIcon = icon(<path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const CopyIcon = icon(<path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />);
export const CheckIcon = icon(<path d="m3 8.5 3.3 3.3L13 4.5" />);
export const MenuIcon = icon(<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />);
export const DownloadIcon = icon(<path d="M8 2.5v8M4.8 7.3 8 10.5l3.2-3.2M2.5 13.5h11" />);
export const CameraIcon = icon(<path d="M2 5h3l1-1.8h4L11 5h3v8H2zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11z" />);
export const LinkIcon = icon(
  <path d="M6.5 9.5a2.6 2.6 0 0 0 3.7 0l2.5-2.5A2.6 2.6 0 0 0 9 3.3l-.9.9M9.5 6.5a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.9-.9" />,
);
export const FileIcon = icon(<path d="M2.5 2.5h11v11h-11zM2.5 11l3-3 2.5 2.5 2-2 3.5 3.5M10.5 5.5h.01" />);
export const BackIcon = icon(<path d="M9.5 3.5 5 8l4.5 4.5" />);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.2" stroke-linecap="round" />);
