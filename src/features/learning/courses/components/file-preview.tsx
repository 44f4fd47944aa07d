import { Island } from '#ui/layout/island.tsx';
import type { PreviewProps } from './activities.tsx';
import { PreviewVideo, type PreviewVideoProps } from './preview-video.tsx';

export const VideoPreview = (props: PreviewProps) => <FilePreview {...props} kind="video" />;
export const AudioPreview = (props: PreviewProps) => <FilePreview {...props} kind="audio" />;
export const LinkPreview = (props: PreviewProps) => <FilePreview {...props} kind="pdf" />;

/** The file of a free preview on a public page. */
function FilePreview({ lesson, content, kind }: PreviewProps & Pick<PreviewVideoProps, 'kind'>) {
  const { media_url, media_path, captions_path, media_name } = content;
  if (media_url === null && media_path === null) return null;
  return (
    <Island
      name="course-film"
      component={PreviewVideo}
      when="visible"
      strings={['courses']}
      props={{ title: lesson.title, kind, content: { media_url, media_path, captions_path, media_name } }}
    />
  );
}
