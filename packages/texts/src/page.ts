/** Every word of the hosted page. A word in braces is filled in; {name} is who asks. */
export interface PageTexts {
  readonly loading: string;
  readonly language: string;
  readonly retry: string;
  readonly close: string;
  readonly close_page: string;
  /** With {name}. */
  readonly back: string;
  readonly returning: string;
  readonly test_mode: string;
  /** The three parts of the way, as short as can be. */
  readonly stage_consent: string;
  readonly stage_selfie: string;
  readonly stage_result: string;

  /** With {name}. */
  readonly welcome_title: string;
  readonly welcome_lead: string;
  /** Of a check whose reference comes from the person's wallet. */
  readonly point_wallet: string;
  readonly point_selfie: string;
  readonly point_movements: string;
  readonly point_time: string;
  readonly point_kept: string;
  /** In its place where {name} has the pictures encrypted: for {duration}. */
  readonly point_sealed: string;
  readonly more_title: string;
  /** With {name}. */
  readonly more_compared: string;
  readonly more_compared_wallet: string;
  readonly more_deleted: string;
  /** In their place where {name} has no photo yet: for {duration} the pictures can be compared with one. */
  readonly more_compared_later: string;
  readonly more_deleted_later: string;
  /** In place of `more_deleted` where {name} has the pictures encrypted: for {duration}. One of the two about the numbers follows. */
  readonly more_sealed: string;
  readonly more_numbers: string;
  /** With {duration}. */
  readonly more_numbers_later: string;
  /** Of a check with a live challenge: what stays of the pictures, for {days}. */
  readonly more_fingerprints: string;
  readonly more_told: string;
  /** What the person agrees to, with {name}. A change of it raises the consent's version. */
  readonly consent: string;
  /** In its place the account's own words follow, with {name}. */
  readonly consent_own: string;
  /** The words changed as the person agreed. */
  readonly consent_changed: string;
  /** A link to what becomes of the data, and the title of that page. */
  readonly notice: string;
  readonly privacy_policy: string;
  /** With {controller}. */
  readonly responsible: string;
  /** With {name}; how to reach them follows. */
  readonly other_way: string;
  readonly agree: string;
  readonly decline: string;

  readonly wallet_title: string;
  /** On a phone. */
  readonly wallet_lead: string;
  /** On a computer. */
  readonly wallet_scan: string;
  readonly wallet_open: string;
  /** One that the browser does not know. */
  readonly wallet_other: string;
  readonly wallet_code: string;
  readonly wallet_waiting: string;
  /** With {name}. */
  readonly wallet_only: string;
  /** In its place where {name} has the pictures encrypted. */
  readonly wallet_only_sealed: string;
  readonly wallet_rejected: string;
  /** Also where the wallet has no such document: it does not report which. */
  readonly wallet_declined: string;
  readonly wallet_failed: string;
  readonly wallet_expired: string;
  readonly wallet_not_accepted: string;
  readonly wallet_not_returned: string;
  /** The answer was made for another website or service. */
  readonly wallet_other_page: string;
  /** A new request is in the place of one whose time was up. */
  readonly wallet_ran_out: string;
  /** Of a browser that a wallet opened, and that did not ask it. */
  readonly wallet_elsewhere_title: string;
  readonly wallet_elsewhere_lead: string;

  readonly hand_off_title: string;
  readonly hand_off_lead: string;
  readonly hand_off_code: string;
  readonly hand_off_waiting: string;
  /** With {time}. */
  readonly hand_off_until: string;
  readonly copy_link: string;
  readonly link_copied: string;
  readonly use_this_device: string;
  readonly use_phone: string;

  readonly elsewhere_title: string;
  readonly elsewhere_lead: string;
  readonly elsewhere_follows: string;
  /** With {count}. */
  readonly elsewhere_again: string;
  readonly go_on_here: string;

  readonly ready_title: string;
  readonly ready_lead: string;
  /** With {name}. */
  readonly ready_asked: string;
  readonly open_camera: string;
  readonly capturing_title: string;
  readonly sending_title: string;
  readonly sending_lead: string;
  /** The network went away while the photo was on its way. */
  readonly photo_waiting: string;
  readonly photo_lost: string;

  readonly try_title: string;
  readonly because_light: string;
  /** The screen's colors could not be seen on the face. */
  readonly because_bright: string;
  readonly because_distance: string;
  readonly because_several_faces: string;
  readonly because_no_face: string;
  readonly because_movement: string;
  readonly because_blurry: string;
  readonly because_covered: string;
  readonly because_unknown: string;
  /** For whatever the person is not told: the same of each. */
  readonly tip_alone: string;
  readonly tip_face: string;
  readonly tip_slow: string;
  /** With {count}. */
  readonly attempts_left: string;

  readonly denied_title: string;
  readonly denied_lead: string;
  readonly denied_how: string;
  /** Where the camera is allowed again, by browser; `denied_how` where that is not known. */
  readonly denied_ios: string;
  readonly denied_android: string;
  readonly denied_chrome: string;
  readonly denied_firefox: string;
  readonly denied_safari: string;
  readonly denied_system: string;
  readonly no_camera_title: string;
  readonly no_camera_lead: string;
  readonly camera_busy_title: string;
  readonly camera_busy_lead: string;
  readonly in_app_title: string;
  readonly in_app_lead: string;
  readonly in_app_menu: string;
  readonly in_app_open: string;

  readonly offline_title: string;
  readonly offline_lead: string;
  readonly busy_title: string;
  readonly busy_lead: string;
  readonly fault_title: string;
  readonly fault_lead: string;
  readonly wrong_link_title: string;
  readonly wrong_link_lead: string;

  readonly done_title: string;
  /** With {name}. */
  readonly done_lead: string;
  readonly done_on_phone: string;
  readonly not_confirmed_title: string;
  readonly not_confirmed_lead: string;
  readonly in_review_title: string;
  /** With {name}. */
  readonly in_review_lead: string;
  readonly expired_title: string;
  readonly expired_lead: string;
  readonly withdrawn_title: string;
  readonly withdrawn_lead: string;
  /** A button: the person takes their consent back. */
  readonly withdraw: string;
  /** Asked before it is done. */
  readonly withdraw_sure: string;
  /** A button: the person goes on. */
  readonly withdraw_not: string;
  /** In place of the question where the verdict came first, with {name}. */
  readonly withdraw_late: string;
  /** A button: a file with what the person agreed to. */
  readonly consent_copy: string;
  readonly cancelled_title: string;
  readonly cancelled_lead: string;
  readonly declined_title: string;
  /** With {time}. */
  readonly declined_lead: string;
  readonly declined_resume: string;
}

/** What the dialog around the page says. */
export interface EmbedTexts {
  /** Its site may not show the page. */
  readonly rejected: string;
}

/** What the page says where JavaScript is disabled. */
export interface WithoutScriptTexts {
  readonly title: string;
  readonly lead: string;
}

/** The public page about an account's checks: what it does not share with PageTexts. */
export interface NoticeTexts {
  readonly responsible_title: string;
  readonly purpose_title: string;
  /** With {name}. */
  readonly purpose: string;
  /** With {name} and {duration}. */
  readonly stored: string;
  readonly consent_title: string;
  /** With {version} and {date}. */
  readonly version: string;
  readonly rights_title: string;
  /** With {name}. */
  readonly rights: string;
}
