import type { ChallengeTexts } from "./texts.ts";

export const zh: ChallengeTexts = {
  turn_left: "请向左转头",
  turn_right: "请向右转头",
  look_up: "请抬起下巴",
  blink: "请闭一下眼睛",
  smile: "请露齿微笑",
  move_closer: "请把脸靠近一些",
  too_far_turned: "不用转这么多",
  step_done: "很好",
  step_count: "第 {number} 步，共 {count} 步",
  other_step: "我做不到",
  press: "做好动作后按下按钮",
  checking: "请稍候",
  try_again: "再试一次",
  failed_step: "这个动作没有看清：{step}",
  failed_selfie: "开始时请睁眼正视摄像头",
  failed_face: "没有看清您的脸，请找光线均匀的地方",
  failed: "没有成功，请找光线均匀的地方，慢慢来",
  too_slow: "用时太长了",
};
