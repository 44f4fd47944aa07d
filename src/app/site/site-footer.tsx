import type { Site } from '#base/shared/site.ts';
import type { SiteLook } from '#features/options/data.ts';

export function SiteFooter({ look }: { site: Site; look: SiteLook }) {
  return (
    <footer className="site-foot">
      <div className="wide">
        <div className="foot-end">{look.footer.footer_bottom}</div>
      </div>
    </footer>
  );
}
