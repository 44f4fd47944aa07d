import type { RouteHandle } from '#base/shared/site.ts';

export const handle: RouteHandle = { isPublic: true };

export default function Home() {
  return (
    <main id="content" className="band">
      <div className="wide">
        <h1 className="hd d-64">Home</h1>
      </div>
    </main>
  );
}
