import { existsSync } from "node:fs";

const lost =
  "workers share the service's network and see its processes, because namespaces cannot be made here: a photo that takes over a worker reaches what the service reaches";

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly inContainer: boolean;
}

/** What is lost without namespaces, and how to get them (SECURITY.md). */
export function isolationAdvice({ platform, inContainer }: Surroundings = surroundings()): string {
  if (inContainer) {
    return `${lost}. Docker and Kubernetes forbid namespaces by default, so let the container's network do it: allow only the database, Redis and your proxy, as the Helm chart's networkPolicy does`;
  }
  if (platform !== "linux") return `${lost}. Only Linux has them: run the service there in production`;
  return `${lost}. Allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns), or let a firewall allow only the database, Redis and your proxy`;
}

function surroundings(): Surroundings {
  const marks = ["/.dockerenv", "/run/.containerenv"];
  const inContainer = process.env["KUBERNETES_SERVICE_HOST"] !== undefined || marks.some((mark) => existsSync(mark));
  return { platform: process.platform, inContainer };
}
