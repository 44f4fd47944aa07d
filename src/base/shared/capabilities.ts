/** What a role may allow (specification, section 6). */
export type Capability =
  | 'manage_options'
  | 'create_courses'
  | 'edit_posts'
  | 'manage_curriculum'
  | 'manage_students'
  | 'manage_submissions'
  | 'manage_stats'
  | 'manage_members'
  | 'log_in_as'
  | 'manage_shop';
