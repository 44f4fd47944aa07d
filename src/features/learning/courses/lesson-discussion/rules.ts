type Post = { id: string; accepted_at: string | null; member_id: string | null };
type Question<P extends Post> = { post: P; replies: P[] };

/** Questions whose accepted answer stands first among their replies. */
export function answersFirst<P extends Post, Q extends Question<P>>(questions: readonly Q[]): Q[] {
  return questions.map((question) => ({
    ...question,
    replies: [...question.replies].sort((a, b) => Number(b.accepted_at !== null) - Number(a.accepted_at !== null)),
  }));
}

/** Who asked, and whether one of the replies was accepted, by the id of the question. */
export function questionsById(questions: readonly Question<Post>[]) {
  return new Map(
    questions.map(({ post, replies }) => [
      post.id,
      { askerId: post.member_id, isAnswered: replies.some(({ accepted_at }) => accepted_at !== null) },
    ]),
  );
}
