/** Written by `npm run db:types` from the database's own catalogue; never edited. */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      account_notifications: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          type: string;
          message: string;
          link: string | null;
          severity: number;
          read: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          type?: string;
          message: string;
          link?: string | null;
          severity?: number;
          read?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          type?: string;
          message?: string;
          link?: string | null;
          severity?: number;
          read?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'account_notifications_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'account_notifications_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      accounts: {
        Row: {
          account_id: string;
          slug: string;
          domain: string | null;
          owner_id: string | null;
          is_platform: boolean;
          status: string;
          features: string[];
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id?: string;
          slug: string;
          domain?: string | null;
          owner_id?: string | null;
          is_platform?: boolean;
          status?: string;
          features?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          slug?: string;
          domain?: string | null;
          owner_id?: string | null;
          is_platform?: boolean;
          status?: string;
          features?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'accounts_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      course_categories: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          slug: string;
          description: string;
          position: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          slug: string;
          description?: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          slug?: string;
          description?: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'course_categories_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      courses: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          summary: string;
          description: string;
          featured_image: Json | null;
          trailer_url: string | null;
          outcomes: Json;
          level: string;
          language: string;
          status: string;
          visibility: string;
          access: string;
          category_id: string | null;
          author_id: string | null;
          lesson_count: number;
          duration_seconds: number;
          outline_version: number;
          sort: number;
          published_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          summary?: string;
          description?: string;
          featured_image?: Json | null;
          trailer_url?: string | null;
          outcomes?: Json;
          level?: string;
          language?: string;
          status?: string;
          visibility?: string;
          access?: string;
          category_id?: string | null;
          author_id?: string | null;
          lesson_count?: number;
          duration_seconds?: number;
          outline_version?: number;
          sort?: number;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          summary?: string;
          description?: string;
          featured_image?: Json | null;
          trailer_url?: string | null;
          outcomes?: Json;
          level?: string;
          language?: string;
          status?: string;
          visibility?: string;
          access?: string;
          category_id?: string | null;
          author_id?: string | null;
          lesson_count?: number;
          duration_seconds?: number;
          outline_version?: number;
          sort?: number;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'courses_account_id_author_id_fkey';
            columns: ['account_id', 'author_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'courses_account_id_category_id_fkey';
            columns: ['account_id', 'category_id'];
            isOneToOne: false;
            referencedRelation: 'course_categories';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'courses_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      enrolments: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          course_id: string;
          source: string;
          status: string;
          starts_at: string;
          expires_at: string | null;
          completed_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          course_id: string;
          source?: string;
          status?: string;
          starts_at?: string;
          expires_at?: string | null;
          completed_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          course_id?: string;
          source?: string;
          status?: string;
          starts_at?: string;
          expires_at?: string | null;
          completed_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'enrolments_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'enrolments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'enrolments_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      guardians: {
        Row: {
          account_id: string;
          id: string;
          parent_id: string;
          child_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          parent_id: string;
          child_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          parent_id?: string;
          child_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'guardians_account_id_child_id_fkey';
            columns: ['account_id', 'child_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'guardians_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'guardians_account_id_parent_id_fkey';
            columns: ['account_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      lesson_contents: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          body: string;
          media_url: string | null;
          media_path: string | null;
          media_name: string | null;
          captions_path: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          course_id: string;
          body?: string;
          media_url?: string | null;
          media_path?: string | null;
          media_name?: string | null;
          captions_path?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          body?: string;
          media_url?: string | null;
          media_path?: string | null;
          media_name?: string | null;
          captions_path?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lesson_contents_account_id_course_id_id_fkey';
            columns: ['account_id', 'course_id', 'id'];
            isOneToOne: true;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'lesson_contents_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'lesson_contents_account_id_id_fkey';
            columns: ['account_id', 'id'];
            isOneToOne: true;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      lesson_progress: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          course_id: string;
          lesson_id: string;
          completed_at: string | null;
          position_seconds: number;
          watched: Json;
          seen_at: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          course_id: string;
          lesson_id: string;
          completed_at?: string | null;
          position_seconds?: number;
          watched?: Json;
          seen_at?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          course_id?: string;
          lesson_id?: string;
          completed_at?: string | null;
          position_seconds?: number;
          watched?: Json;
          seen_at?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lesson_progress_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'lesson_progress_account_id_course_id_lesson_id_fkey';
            columns: ['account_id', 'course_id', 'lesson_id'];
            isOneToOne: false;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'lesson_progress_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'lesson_progress_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      lessons: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          section_id: string;
          title: string;
          slug: string;
          kind: string;
          duration_seconds: number;
          is_preview: boolean;
          is_required: boolean;
          is_published: boolean;
          position: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          section_id: string;
          title: string;
          slug: string;
          kind?: string;
          duration_seconds?: number;
          is_preview?: boolean;
          is_required?: boolean;
          is_published?: boolean;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          section_id?: string;
          title?: string;
          slug?: string;
          kind?: string;
          duration_seconds?: number;
          is_preview?: boolean;
          is_required?: boolean;
          is_published?: boolean;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lessons_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'lessons_account_id_course_id_section_id_fkey';
            columns: ['account_id', 'course_id', 'section_id'];
            isOneToOne: false;
            referencedRelation: 'sections';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'lessons_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      members: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          role_id: string;
          name: string;
          slug: string;
          email: string;
          avatar: string | null;
          bio: string;
          is_public: boolean;
          blocked_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          role_id: string;
          name: string;
          slug: string;
          email?: string;
          avatar?: string | null;
          bio?: string;
          is_public?: boolean;
          blocked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          role_id?: string;
          name?: string;
          slug?: string;
          email?: string;
          avatar?: string | null;
          bio?: string;
          is_public?: boolean;
          blocked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'members_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'members_account_id_role_id_fkey';
            columns: ['account_id', 'role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['account_id', 'role_id'];
          },
          {
            foreignKeyName: 'members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      options: {
        Row: {
          account_id: string;
          key: string;
          value: Json;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          key: string;
          value: Json;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          key?: string;
          value?: Json;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'options_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      roles: {
        Row: {
          account_id: string;
          role_id: string;
          kind: string | null;
          name: string;
          caps: string[];
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          role_id?: string;
          kind?: string | null;
          name: string;
          caps?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          role_id?: string;
          kind?: string | null;
          name?: string;
          caps?: string[];
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'roles_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      sections: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          title: string;
          position: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          title: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          title?: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sections_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'sections_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
    };
    Views: {
      course_progress: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          course_id: string;
          status: string;
          expires_at: string;
          completed_at: string;
          created_at: string;
          total: number;
          done: number;
          percent: number;
          seconds_left: number;
          seen_at: string;
          last_lesson_id: string;
        };
        Relationships: [];
      };
      member_cards: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          name: string;
          slug: string;
          avatar: string;
          bio: string;
          role_name: string;
        };
        Relationships: [];
      };
    };
    Functions: {
      bind_session: { Args: { account_id: string }; Returns: boolean };
      complete_lesson: { Args: { lesson_id: string; is_done?: boolean }; Returns: undefined };
      create_course: { Args: { account_id: string; title: string }; Returns: string };
      enrol_free: { Args: { course_id: string }; Returns: string };
      is_super_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      join_account: { Args: { account_id: string }; Returns: string };
      save_curriculum: { Args: { course_id: string; outline: Json; version: number }; Returns: number };
      save_position: { Args: { lesson_id: string; seconds?: number; watched?: Json }; Returns: undefined };
    };
    Enums: { [name in never]: never };
    CompositeTypes: { [name in never]: never };
  };
};

export type Row<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
