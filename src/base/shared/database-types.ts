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
          kind: string;
          seen_at: string | null;
          said: Json | null;
          about: string | null;
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
          kind?: string;
          seen_at?: string | null;
          said?: Json | null;
          about?: string | null;
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
          kind?: string;
          seen_at?: string | null;
          said?: Json | null;
          about?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'account_notifications_about_fkey';
            columns: ['about'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
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
          plan_id: string | null;
          grace_plan_id: string | null;
          grace_until: string | null;
          limit_overrides: Json;
          addons: string[];
          allows_log_in_as: boolean;
          suspended_at: string | null;
          suspended_by: string | null;
          suspension: string | null;
          held_features: string[];
          needs_second_step: boolean;
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
          plan_id?: string | null;
          grace_plan_id?: string | null;
          grace_until?: string | null;
          limit_overrides?: Json;
          addons?: string[];
          allows_log_in_as?: boolean;
          suspended_at?: string | null;
          suspended_by?: string | null;
          suspension?: string | null;
          held_features?: string[];
          needs_second_step?: boolean;
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
          plan_id?: string | null;
          grace_plan_id?: string | null;
          grace_until?: string | null;
          limit_overrides?: Json;
          addons?: string[];
          allows_log_in_as?: boolean;
          suspended_at?: string | null;
          suspended_by?: string | null;
          suspension?: string | null;
          held_features?: string[];
          needs_second_step?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'accounts_grace_plan_id_fkey';
            columns: ['grace_plan_id'];
            isOneToOne: false;
            referencedRelation: 'plans';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'accounts_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'accounts_plan_id_fkey';
            columns: ['plan_id'];
            isOneToOne: false;
            referencedRelation: 'plans';
            referencedColumns: ['id'];
          },
        ];
      };
      api_keys: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          prefix: string;
          scopes: string[];
          created_by: string | null;
          last_used_at: string | null;
          expires_at: string | null;
          revoked_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          prefix: string;
          scopes: string[];
          created_by?: string | null;
          last_used_at?: string | null;
          expires_at?: string | null;
          revoked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          prefix?: string;
          scopes?: string[];
          created_by?: string | null;
          last_used_at?: string | null;
          expires_at?: string | null;
          revoked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'api_keys_account_id_created_by_fkey';
            columns: ['account_id', 'created_by'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'api_keys_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      attempt_answers: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          member_id: string;
          attempt_id: string;
          question_id: string;
          answer: Json;
          revision: number;
          saved_at: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          member_id: string;
          attempt_id: string;
          question_id: string;
          answer: Json;
          revision?: number;
          saved_at?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          member_id?: string;
          attempt_id?: string;
          question_id?: string;
          answer?: Json;
          revision?: number;
          saved_at?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'attempt_answers_account_id_attempt_id_fkey';
            columns: ['account_id', 'attempt_id'];
            isOneToOne: false;
            referencedRelation: 'attempts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'attempt_answers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'attempt_answers_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      attempts: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          quiz_id: string;
          member_id: string;
          number: number;
          is_trial: boolean;
          started_at: string;
          due_at: string | null;
          submitted_at: string | null;
          pass_mark: number;
          points: number;
          score: number | null;
          passed: boolean | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          quiz_id: string;
          member_id: string;
          number: number;
          is_trial?: boolean;
          started_at?: string;
          due_at?: string | null;
          submitted_at?: string | null;
          pass_mark: number;
          points: number;
          score?: number | null;
          passed?: boolean | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          quiz_id?: string;
          member_id?: string;
          number?: number;
          is_trial?: boolean;
          started_at?: string;
          due_at?: string | null;
          submitted_at?: string | null;
          pass_mark?: number;
          points?: number;
          score?: number | null;
          passed?: boolean | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'attempts_account_id_course_id_quiz_id_fkey';
            columns: ['account_id', 'course_id', 'quiz_id'];
            isOneToOne: false;
            referencedRelation: 'quizzes';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'attempts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'attempts_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      audit_entries: {
        Row: {
          account_id: string;
          id: string;
          actor_id: string | null;
          as_user_id: string | null;
          act: string;
          target_kind: string | null;
          target_id: string | null;
          details: Json;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          actor_id?: string | null;
          as_user_id?: string | null;
          act: string;
          target_kind?: string | null;
          target_id?: string | null;
          details?: Json;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          actor_id?: string | null;
          as_user_id?: string | null;
          act?: string;
          target_kind?: string | null;
          target_id?: string | null;
          details?: Json;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'audit_entries_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      canned_replies: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          body: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          body: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          body?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'canned_replies_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      contact_consents: {
        Row: {
          account_id: string;
          id: string;
          contact_id: string;
          kind: string;
          words: string;
          source: string;
          address_hash: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          contact_id: string;
          kind: string;
          words?: string;
          source?: string;
          address_hash?: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          contact_id?: string;
          kind?: string;
          words?: string;
          source?: string;
          address_hash?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_consents_account_id_contact_id_fkey';
            columns: ['account_id', 'contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'contact_consents_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      contacts: {
        Row: {
          account_id: string;
          id: string;
          email: string;
          name: string;
          tags: string[];
          state: string;
          locale: string;
          asked_at: string | null;
          created_at: string;
          updated_at: string;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          email: string;
          name?: string;
          tags?: string[];
          state?: string;
          locale?: string;
          asked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          email?: string;
          name?: string;
          tags?: string[];
          state?: string;
          locale?: string;
          asked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'contacts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      coupon_redemptions: {
        Row: {
          account_id: string;
          id: string;
          coupon_id: string;
          order_id: string;
          user_id: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          coupon_id: string;
          order_id: string;
          user_id?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          coupon_id?: string;
          order_id?: string;
          user_id?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'coupon_redemptions_account_id_coupon_id_fkey';
            columns: ['account_id', 'coupon_id'];
            isOneToOne: false;
            referencedRelation: 'coupons';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'coupon_redemptions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'coupon_redemptions_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'coupon_redemptions_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      coupons: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          usage_limit: number;
          usage_count: number;
          date_start: string | null;
          date_end: string | null;
          per_user_limit: number;
          discount_type: string;
          coupon_amount: number;
          created_at: string;
          updated_at: string;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          usage_limit?: number;
          usage_count?: number;
          date_start?: string | null;
          date_end?: string | null;
          per_user_limit?: number;
          discount_type: string;
          coupon_amount: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          usage_limit?: number;
          usage_count?: number;
          date_start?: string | null;
          date_end?: string | null;
          per_user_limit?: number;
          discount_type?: string;
          coupon_amount?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'coupons_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
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
      course_instructors: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          member_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          member_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          member_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'course_instructors_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_instructors_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'course_instructors_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
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
          search_text: string | null;
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
      doc_drafts: {
        Row: {
          account_id: string;
          id: string;
          doc_id: string;
          title: string;
          summary: string;
          content: string;
          version: number;
          updated_by: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          doc_id: string;
          title: string;
          summary?: string;
          content?: string;
          version?: number;
          updated_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          doc_id?: string;
          title?: string;
          summary?: string;
          content?: string;
          version?: number;
          updated_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'doc_drafts_account_id_doc_id_fkey';
            columns: ['account_id', 'doc_id'];
            isOneToOne: true;
            referencedRelation: 'docs';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'doc_drafts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'doc_drafts_updated_by_fkey';
            columns: ['updated_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      doc_versions: {
        Row: {
          account_id: string;
          id: string;
          doc_id: string;
          kind: string;
          title: string;
          summary: string;
          content: string;
          saved_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          doc_id: string;
          kind: string;
          title: string;
          summary: string;
          content: string;
          saved_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          doc_id?: string;
          kind?: string;
          title?: string;
          summary?: string;
          content?: string;
          saved_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'doc_versions_account_id_doc_id_fkey';
            columns: ['account_id', 'doc_id'];
            isOneToOne: false;
            referencedRelation: 'docs';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'doc_versions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'doc_versions_saved_by_fkey';
            columns: ['saved_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      docs: {
        Row: {
          account_id: string;
          id: string;
          parent_id: string | null;
          position: number;
          title: string;
          slug: string;
          summary: string;
          content: string;
          status: string;
          created_at: string;
          updated_at: string;
          words: string | null;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          parent_id?: string | null;
          position?: number;
          title: string;
          slug: string;
          summary?: string;
          content?: string;
          status?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          parent_id?: string | null;
          position?: number;
          title?: string;
          slug?: string;
          summary?: string;
          content?: string;
          status?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'docs_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'docs_account_id_parent_id_fkey';
            columns: ['account_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'docs';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      domain_claims: {
        Row: {
          account_id: string;
          id: string;
          domain: string;
          token: string;
          state: string;
          problem: string | null;
          detail: string;
          records: Json;
          failures: number;
          asked_at: string;
          checked_at: string | null;
          next_check_at: string | null;
          certificate_until: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          domain: string;
          token?: string;
          state?: string;
          problem?: string | null;
          detail?: string;
          records?: Json;
          failures?: number;
          asked_at?: string;
          checked_at?: string | null;
          next_check_at?: string | null;
          certificate_until?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          domain?: string;
          token?: string;
          state?: string;
          problem?: string | null;
          detail?: string;
          records?: Json;
          failures?: number;
          asked_at?: string;
          checked_at?: string | null;
          next_check_at?: string | null;
          certificate_until?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'domain_claims_account_id_fkey';
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
      form_files: {
        Row: {
          account_id: string;
          id: string;
          submission_id: string;
          name: string;
          bytes: number;
          content: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          submission_id: string;
          name: string;
          bytes: number;
          content: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          submission_id?: string;
          name?: string;
          bytes?: number;
          content?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'form_files_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'form_files_account_id_submission_id_fkey';
            columns: ['account_id', 'submission_id'];
            isOneToOne: false;
            referencedRelation: 'form_submissions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      form_rules: {
        Row: {
          account_id: string;
          id: string;
          form_id: string;
          tags: string[];
          notifies: boolean;
          refuses_throwaway: boolean;
        };
        Insert: {
          account_id: string;
          id?: string;
          form_id: string;
          tags?: string[];
          notifies?: boolean;
          refuses_throwaway?: boolean;
        };
        Update: {
          account_id?: string;
          id?: string;
          form_id?: string;
          tags?: string[];
          notifies?: boolean;
          refuses_throwaway?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'form_rules_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'form_rules_account_id_form_id_fkey';
            columns: ['account_id', 'form_id'];
            isOneToOne: true;
            referencedRelation: 'forms';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      form_submissions: {
        Row: {
          account_id: string;
          id: string;
          form_id: string;
          contact_id: string | null;
          user_id: string | null;
          answers: Json;
          words: string;
          email: string;
          page: string;
          locale: string;
          address_hash: string;
          created_at: string;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          form_id: string;
          contact_id?: string | null;
          user_id?: string | null;
          answers: Json;
          words?: string;
          email?: string;
          page?: string;
          locale?: string;
          address_hash?: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          form_id?: string;
          contact_id?: string | null;
          user_id?: string | null;
          answers?: Json;
          words?: string;
          email?: string;
          page?: string;
          locale?: string;
          address_hash?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'form_submissions_account_id_contact_id_fkey';
            columns: ['account_id', 'contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'form_submissions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'form_submissions_account_id_form_id_fkey';
            columns: ['account_id', 'form_id'];
            isOneToOne: false;
            referencedRelation: 'forms';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'form_submissions_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      forms: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          status: string;
          fields: Json;
          submit_label: string;
          small_print: string;
          thank_you: string;
          redirect: string;
          subscribes: boolean;
          created_at: string;
          updated_at: string;
          asks_once: boolean;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          status?: string;
          fields?: Json;
          submit_label?: string;
          small_print?: string;
          thank_you?: string;
          redirect?: string;
          subscribes?: boolean;
          created_at?: string;
          updated_at?: string;
          asks_once?: boolean;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          status?: string;
          fields?: Json;
          submit_label?: string;
          small_print?: string;
          thank_you?: string;
          redirect?: string;
          subscribes?: boolean;
          created_at?: string;
          updated_at?: string;
          asks_once?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'forms_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      funnel_sessions: {
        Row: {
          account_id: string;
          id: string;
          user_id: string | null;
          utm_source: string;
          utm_medium: string;
          utm_campaign: string;
          initial_page: string;
          device_info: Json;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id?: string | null;
          utm_source: string;
          utm_medium: string;
          utm_campaign: string;
          initial_page?: string;
          device_info?: Json;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string | null;
          utm_source?: string;
          utm_medium?: string;
          utm_campaign?: string;
          initial_page?: string;
          device_info?: Json;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'funnel_sessions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'funnel_sessions_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      group_members: {
        Row: {
          account_id: string;
          id: string;
          group_id: string;
          member_id: string;
          is_moderator: boolean;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          group_id: string;
          member_id: string;
          is_moderator?: boolean;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          group_id?: string;
          member_id?: string;
          is_moderator?: boolean;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'group_members_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'group_members_account_id_group_id_fkey';
            columns: ['account_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'groups';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'group_members_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      groups: {
        Row: {
          account_id: string;
          id: string;
          slug: string;
          title: string;
          description: string;
          cover: string | null;
          visibility: string;
          created_at: string;
          updated_at: string;
          member_count: number;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          slug: string;
          title: string;
          description?: string;
          cover?: string | null;
          visibility?: string;
          created_at?: string;
          updated_at?: string;
          member_count?: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          slug?: string;
          title?: string;
          description?: string;
          cover?: string | null;
          visibility?: string;
          created_at?: string;
          updated_at?: string;
          member_count?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'groups_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
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
          asked_by: string | null;
          confirmed_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          parent_id: string;
          child_id: string;
          created_at?: string;
          asked_by?: string | null;
          confirmed_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          parent_id?: string;
          child_id?: string;
          created_at?: string;
          asked_by?: string | null;
          confirmed_at?: string | null;
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
      invitations: {
        Row: {
          account_id: string;
          id: string;
          email: string;
          name: string;
          role_id: string;
          invited_by: string | null;
          code_hash: string | null;
          expires_at: string;
          sent_at: string | null;
          sent_count: number;
          accepted_at: string | null;
          revoked_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          email: string;
          name?: string;
          role_id: string;
          invited_by?: string | null;
          code_hash?: string | null;
          expires_at?: string;
          sent_at?: string | null;
          sent_count?: number;
          accepted_at?: string | null;
          revoked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          email?: string;
          name?: string;
          role_id?: string;
          invited_by?: string | null;
          code_hash?: string | null;
          expires_at?: string;
          sent_at?: string | null;
          sent_count?: number;
          accepted_at?: string | null;
          revoked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'invitations_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'invitations_account_id_role_id_fkey';
            columns: ['account_id', 'role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['account_id', 'role_id'];
          },
          {
            foreignKeyName: 'invitations_invited_by_fkey';
            columns: ['invited_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      invoices: {
        Row: {
          account_id: string;
          id: string;
          number: string;
          provider: string;
          reference: string | null;
          plan_id: string | null;
          period: string;
          currency: string;
          amount: number;
          status: string;
          url: string | null;
          period_start: string;
          period_end: string | null;
          issued_at: string;
          due_at: string;
          paid_at: string | null;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          number: string;
          provider: string;
          reference?: string | null;
          plan_id?: string | null;
          period: string;
          currency: string;
          amount: number;
          status?: string;
          url?: string | null;
          period_start: string;
          period_end?: string | null;
          issued_at?: string;
          due_at: string;
          paid_at?: string | null;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          number?: string;
          provider?: string;
          reference?: string | null;
          plan_id?: string | null;
          period?: string;
          currency?: string;
          amount?: number;
          status?: string;
          url?: string | null;
          period_start?: string;
          period_end?: string | null;
          issued_at?: string;
          due_at?: string;
          paid_at?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'invoices_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'invoices_plan_id_fkey';
            columns: ['plan_id'];
            isOneToOne: false;
            referencedRelation: 'plans';
            referencedColumns: ['id'];
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
          archived_at: string | null;
          was_published: boolean;
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
          archived_at?: string | null;
          was_published?: boolean;
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
          archived_at?: string | null;
          was_published?: boolean;
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
      media_files: {
        Row: {
          account_id: string;
          id: string;
          object_id: string;
          folder_id: string | null;
          path: string;
          name: string;
          mime_type: string;
          kind: string;
          bytes: number;
          width: number | null;
          height: number | null;
          alt: Json;
          version: string;
          uploaded_by: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          object_id: string;
          folder_id?: string | null;
          path: string;
          name: string;
          mime_type: string;
          bytes?: number;
          width?: number | null;
          height?: number | null;
          alt?: Json;
          version: string;
          uploaded_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          object_id?: string;
          folder_id?: string | null;
          path?: string;
          name?: string;
          mime_type?: string;
          bytes?: number;
          width?: number | null;
          height?: number | null;
          alt?: Json;
          version?: string;
          uploaded_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'media_files_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'media_files_account_id_folder_id_fkey';
            columns: ['account_id', 'folder_id'];
            isOneToOne: false;
            referencedRelation: 'media_folders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'media_files_uploaded_by_fkey';
            columns: ['uploaded_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      media_folders: {
        Row: {
          account_id: string;
          id: string;
          parent_id: string | null;
          name: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          parent_id?: string | null;
          name: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          parent_id?: string | null;
          name?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'media_folders_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'media_folders_account_id_parent_id_fkey';
            columns: ['account_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'media_folders';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      member_answers: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          field_id: string;
          value: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          field_id: string;
          value: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          field_id?: string;
          value?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_answers_account_id_field_id_fkey';
            columns: ['account_id', 'field_id'];
            isOneToOne: false;
            referencedRelation: 'member_fields';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_answers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_answers_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      member_fields: {
        Row: {
          account_id: string;
          id: string;
          label: string;
          hint: string;
          type: string;
          options: string[];
          is_required: boolean;
          on_sign_up: boolean;
          visibility: string;
          position: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          label: string;
          hint?: string;
          type: string;
          options?: string[];
          is_required?: boolean;
          on_sign_up?: boolean;
          visibility?: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          label?: string;
          hint?: string;
          type?: string;
          options?: string[];
          is_required?: boolean;
          on_sign_up?: boolean;
          visibility?: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_fields_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      member_import_rows: {
        Row: {
          account_id: string;
          id: string;
          import_id: string;
          line: number;
          email: string;
          name: string;
          role_id: string | null;
          outcome: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          import_id: string;
          line: number;
          email?: string;
          name?: string;
          role_id?: string | null;
          outcome: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          import_id?: string;
          line?: number;
          email?: string;
          name?: string;
          role_id?: string | null;
          outcome?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_import_rows_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_import_rows_account_id_import_id_fkey';
            columns: ['account_id', 'import_id'];
            isOneToOne: false;
            referencedRelation: 'member_imports';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_import_rows_account_id_role_id_fkey';
            columns: ['account_id', 'role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['account_id', 'role_id'];
          },
        ];
      };
      member_imports: {
        Row: {
          account_id: string;
          id: string;
          user_id: string | null;
          file_name: string;
          total: number;
          done: number;
          finished_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id?: string | null;
          file_name: string;
          total: number;
          done?: number;
          finished_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string | null;
          file_name?: string;
          total?: number;
          done?: number;
          finished_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_imports_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_imports_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      member_segments: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          filter: Json;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          filter: Json;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          filter?: Json;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_segments_account_id_fkey';
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
          time_zone: string | null;
          allows_log_in_as: boolean;
          search_name: string | null;
          search_text: string | null;
          last_seen_at: string | null;
          course_count: number;
          accepted: Json | null;
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
          time_zone?: string | null;
          allows_log_in_as?: boolean;
          last_seen_at?: string | null;
          course_count?: number;
          accepted?: Json | null;
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
          time_zone?: string | null;
          allows_log_in_as?: boolean;
          last_seen_at?: string | null;
          course_count?: number;
          accepted?: Json | null;
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
      notification_preferences: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          no_app: string[];
          no_email: string[];
          no_push: string[];
          email_rhythm: string;
          quiet_from: string | null;
          quiet_until: string | null;
          time_zone: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          no_app?: string[];
          no_email?: string[];
          no_push?: string[];
          email_rhythm?: string;
          quiet_from?: string | null;
          quiet_until?: string | null;
          time_zone?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          no_app?: string[];
          no_email?: string[];
          no_push?: string[];
          email_rhythm?: string;
          quiet_from?: string | null;
          quiet_until?: string | null;
          time_zone?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notification_preferences_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'notification_preferences_user_id_fkey';
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
      order_items: {
        Row: {
          account_id: string;
          id: string;
          order_id: string;
          product_id: string | null;
          price_id: string | null;
          title: string;
          type: string;
          quantity: number;
          amount: number;
          frequency: Json | null;
          position: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          order_id: string;
          product_id?: string | null;
          price_id?: string | null;
          title: string;
          type: string;
          quantity: number;
          amount: number;
          frequency?: Json | null;
          position: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          order_id?: string;
          product_id?: string | null;
          price_id?: string | null;
          title?: string;
          type?: string;
          quantity?: number;
          amount?: number;
          frequency?: Json | null;
          position?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_items_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'order_items_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'order_items_account_id_price_id_fkey';
            columns: ['account_id', 'price_id'];
            isOneToOne: false;
            referencedRelation: 'prices';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'order_items_account_id_product_id_fkey';
            columns: ['account_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      orders: {
        Row: {
          account_id: string;
          id: string;
          number: number;
          user_id: string | null;
          member_id: string | null;
          email: string;
          customer_name: string;
          billing_address: Json;
          coupon: string | null;
          status: string;
          provider: string;
          instructions: string;
          locale: string;
          currency: string;
          subtotal: number;
          discount: number;
          tax: number;
          total: number;
          placed_at: string;
          paid_at: string | null;
          closed_at: string | null;
          created_at: string;
          updated_at: string;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          number: number;
          user_id?: string | null;
          member_id?: string | null;
          email: string;
          customer_name: string;
          billing_address?: Json;
          coupon?: string | null;
          status?: string;
          provider?: string;
          instructions?: string;
          locale?: string;
          currency: string;
          subtotal: number;
          discount?: number;
          tax?: number;
          total: number;
          placed_at?: string;
          paid_at?: string | null;
          closed_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          number?: number;
          user_id?: string | null;
          member_id?: string | null;
          email?: string;
          customer_name?: string;
          billing_address?: Json;
          coupon?: string | null;
          status?: string;
          provider?: string;
          instructions?: string;
          locale?: string;
          currency?: string;
          subtotal?: number;
          discount?: number;
          tax?: number;
          total?: number;
          placed_at?: string;
          paid_at?: string | null;
          closed_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'orders_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'orders_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'orders_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      page_drafts: {
        Row: {
          account_id: string;
          id: string;
          page_id: string;
          title: string;
          data: Json;
          settings: Json;
          updated_by: string | null;
          created_at: string;
          updated_at: string;
          version: number;
          publish_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          page_id: string;
          title: string;
          data: Json;
          settings?: Json;
          updated_by?: string | null;
          created_at?: string;
          updated_at?: string;
          version?: number;
          publish_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          page_id?: string;
          title?: string;
          data?: Json;
          settings?: Json;
          updated_by?: string | null;
          created_at?: string;
          updated_at?: string;
          version?: number;
          publish_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'page_drafts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'page_drafts_account_id_page_id_fkey';
            columns: ['account_id', 'page_id'];
            isOneToOne: true;
            referencedRelation: 'pages';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'page_drafts_updated_by_fkey';
            columns: ['updated_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      page_previews: {
        Row: {
          account_id: string;
          id: string;
          page_id: string;
          token_hash: string;
          expires_at: string;
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          page_id: string;
          token_hash: string;
          expires_at: string;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          page_id?: string;
          token_hash?: string;
          expires_at?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_previews_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'page_previews_account_id_page_id_fkey';
            columns: ['account_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'page_previews_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      page_versions: {
        Row: {
          account_id: string;
          id: string;
          page_id: string;
          title: string;
          data: Json;
          settings: Json;
          published_by: string | null;
          created_at: string;
          kind: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          page_id: string;
          title: string;
          data: Json;
          settings?: Json;
          published_by?: string | null;
          created_at?: string;
          kind?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          page_id?: string;
          title?: string;
          data?: Json;
          settings?: Json;
          published_by?: string | null;
          created_at?: string;
          kind?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_versions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'page_versions_account_id_page_id_fkey';
            columns: ['account_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'page_versions_published_by_fkey';
            columns: ['published_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      pages: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          content: Json;
          settings: Json;
          status: string;
          published_at: string | null;
          created_at: string;
          updated_at: string;
          kind: string;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          content?: Json;
          settings?: Json;
          status?: string;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
          kind?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          content?: Json;
          settings?: Json;
          status?: string;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
          kind?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'pages_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      plans: {
        Row: {
          id: string;
          label: string;
          description: string;
          currency: string;
          pricing: Json;
          features: string[];
          limits: Json;
          addons: string[];
          is_offered: boolean;
          position: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id: string;
          label: string;
          description?: string;
          currency?: string;
          pricing: Json;
          features?: string[];
          limits?: Json;
          addons?: string[];
          is_offered?: boolean;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          label?: string;
          description?: string;
          currency?: string;
          pricing?: Json;
          features?: string[];
          limits?: Json;
          addons?: string[];
          is_offered?: boolean;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      post_authors: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          author_id: string;
          position: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          author_id: string;
          position?: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          author_id?: string;
          position?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'post_authors_account_id_author_id_fkey';
            columns: ['account_id', 'author_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_authors_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'post_authors_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      post_comment_reports: {
        Row: {
          account_id: string;
          id: string;
          comment_id: string;
          member_id: string;
          reason: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          comment_id: string;
          member_id: string;
          reason?: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          comment_id?: string;
          member_id?: string;
          reason?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'post_comment_reports_account_id_comment_id_fkey';
            columns: ['account_id', 'comment_id'];
            isOneToOne: false;
            referencedRelation: 'post_comments';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_comment_reports_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'post_comment_reports_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      post_comments: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          parent_id: string | null;
          member_id: string | null;
          author_name: string;
          content: string;
          status: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          parent_id?: string | null;
          member_id?: string | null;
          author_name: string;
          content: string;
          status?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          parent_id?: string | null;
          member_id?: string | null;
          author_name?: string;
          content?: string;
          status?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'post_comments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'post_comments_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_comments_account_id_parent_id_fkey';
            columns: ['account_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'post_comments';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_comments_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      post_drafts: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          title: string;
          excerpt: string;
          content: string;
          cover: Json | null;
          categories: string[];
          tags: string[];
          settings: Json;
          updated_by: string | null;
          created_at: string;
          updated_at: string;
          version: number;
          publish_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          title: string;
          excerpt?: string;
          content?: string;
          cover?: Json | null;
          categories?: string[];
          tags?: string[];
          settings?: Json;
          updated_by?: string | null;
          created_at?: string;
          updated_at?: string;
          version?: number;
          publish_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          title?: string;
          excerpt?: string;
          content?: string;
          cover?: Json | null;
          categories?: string[];
          tags?: string[];
          settings?: Json;
          updated_by?: string | null;
          created_at?: string;
          updated_at?: string;
          version?: number;
          publish_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'post_drafts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'post_drafts_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: true;
            referencedRelation: 'posts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_drafts_updated_by_fkey';
            columns: ['updated_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      post_previews: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          token_hash: string;
          expires_at: string;
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          token_hash: string;
          expires_at: string;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          token_hash?: string;
          expires_at?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'post_previews_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'post_previews_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'posts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_previews_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      post_versions: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          kind: string;
          title: string;
          excerpt: string;
          content: string;
          cover: Json | null;
          categories: string[];
          tags: string[];
          settings: Json;
          saved_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          kind: string;
          title: string;
          excerpt: string;
          content: string;
          cover?: Json | null;
          categories: string[];
          tags: string[];
          settings: Json;
          saved_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          kind?: string;
          title?: string;
          excerpt?: string;
          content?: string;
          cover?: Json | null;
          categories?: string[];
          tags?: string[];
          settings?: Json;
          saved_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'post_versions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'post_versions_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'posts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'post_versions_saved_by_fkey';
            columns: ['saved_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      posts: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          excerpt: string;
          content: string;
          cover: Json | null;
          categories: string[];
          tags: string[];
          settings: Json;
          author_id: string | null;
          status: string;
          published_at: string | null;
          created_at: string;
          updated_at: string;
          is_featured: boolean | null;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          excerpt?: string;
          content?: string;
          cover?: Json | null;
          categories?: string[];
          tags?: string[];
          settings?: Json;
          author_id?: string | null;
          status?: string;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          excerpt?: string;
          content?: string;
          cover?: Json | null;
          categories?: string[];
          tags?: string[];
          settings?: Json;
          author_id?: string | null;
          status?: string;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'posts_account_id_author_id_fkey';
            columns: ['account_id', 'author_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'posts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      prices: {
        Row: {
          account_id: string;
          id: string;
          product_id: string;
          currency: string;
          amount: number;
          frequency: Json | null;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          currency: string;
          amount: number;
          frequency?: Json | null;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          currency?: string;
          amount?: number;
          frequency?: Json | null;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'prices_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'prices_account_id_product_id_fkey';
            columns: ['account_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      product_courses: {
        Row: {
          account_id: string;
          id: string;
          product_id: string;
          course_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          course_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          course_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'product_courses_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'product_courses_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'product_courses_account_id_product_id_fkey';
            columns: ['account_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      product_files: {
        Row: {
          account_id: string;
          id: string;
          product_id: string;
          name: string;
          path: string;
          size: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          name: string;
          path: string;
          size: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          name?: string;
          path?: string;
          size?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'product_files_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'product_files_account_id_product_id_fkey';
            columns: ['account_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      products: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          description: string;
          image: string | null;
          type: string;
          status: string;
          course_id: string | null;
          created_at: string;
          updated_at: string;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          description?: string;
          image?: string | null;
          type?: string;
          status?: string;
          course_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          description?: string;
          image?: string | null;
          type?: string;
          status?: string;
          course_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'products_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'products_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      push_subscriptions: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          endpoint: string;
          p256dh_key: string;
          auth_secret: string;
          device: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          endpoint: string;
          p256dh_key: string;
          auth_secret: string;
          device?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          endpoint?: string;
          p256dh_key?: string;
          auth_secret?: string;
          device?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'push_subscriptions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'push_subscriptions_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      question_keys: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          answer: Json;
          explanation: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          course_id: string;
          answer: Json;
          explanation?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          answer?: Json;
          explanation?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'question_keys_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'question_keys_account_id_id_fkey';
            columns: ['account_id', 'id'];
            isOneToOne: true;
            referencedRelation: 'questions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      questions: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          quiz_id: string;
          position: number;
          kind: string;
          prompt: string;
          figure: Json | null;
          points: number;
          options: Json;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          quiz_id: string;
          position?: number;
          kind: string;
          prompt: string;
          figure?: Json | null;
          points?: number;
          options?: Json;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          quiz_id?: string;
          position?: number;
          kind?: string;
          prompt?: string;
          figure?: Json | null;
          points?: number;
          options?: Json;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'questions_account_id_course_id_quiz_id_fkey';
            columns: ['account_id', 'course_id', 'quiz_id'];
            isOneToOne: false;
            referencedRelation: 'quizzes';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'questions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      quizzes: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          lesson_id: string;
          intro: string;
          pass_mark: number;
          attempts_allowed: number;
          time_limit_seconds: number | null;
          shuffle_questions: boolean;
          shuffle_options: boolean;
          feedback: string;
          question_count: number;
          points: number;
          version: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          lesson_id: string;
          intro?: string;
          pass_mark?: number;
          attempts_allowed?: number;
          time_limit_seconds?: number | null;
          shuffle_questions?: boolean;
          shuffle_options?: boolean;
          feedback?: string;
          question_count?: number;
          points?: number;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          lesson_id?: string;
          intro?: string;
          pass_mark?: number;
          attempts_allowed?: number;
          time_limit_seconds?: number | null;
          shuffle_questions?: boolean;
          shuffle_options?: boolean;
          feedback?: string;
          question_count?: number;
          points?: number;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quizzes_account_id_course_id_lesson_id_fkey';
            columns: ['account_id', 'course_id', 'lesson_id'];
            isOneToOne: true;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'quizzes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      redirects: {
        Row: {
          account_id: string;
          id: string;
          from_path: string;
          to_address: string;
          status: number;
          is_automatic: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          from_path: string;
          to_address: string;
          status?: number;
          is_automatic?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          from_path?: string;
          to_address?: string;
          status?: number;
          is_automatic?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'redirects_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      removed_pages: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          kind: string;
          page: Json;
          draft: Json;
          versions: Json;
          removed_by: string | null;
          removed_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          kind: string;
          page: Json;
          draft: Json;
          versions: Json;
          removed_by?: string | null;
          removed_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          kind?: string;
          page?: Json;
          draft?: Json;
          versions?: Json;
          removed_by?: string | null;
          removed_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'removed_pages_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'removed_pages_removed_by_fkey';
            columns: ['removed_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      report_letters: {
        Row: {
          account_id: string;
          id: string;
          report: string;
          rhythm: string;
          created_by: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          report: string;
          rhythm: string;
          created_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          report?: string;
          rhythm?: string;
          created_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'report_letters_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'report_letters_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      report_posts: {
        Row: {
          account_id: string;
          id: string;
          letter_id: string;
          member_id: string;
          first_day: string;
          last_day: string;
          state: string;
          sent_at: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          letter_id: string;
          member_id: string;
          first_day: string;
          last_day: string;
          state?: string;
          sent_at?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          letter_id?: string;
          member_id?: string;
          first_day?: string;
          last_day?: string;
          state?: string;
          sent_at?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'report_posts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'report_posts_account_id_letter_id_fkey';
            columns: ['account_id', 'letter_id'];
            isOneToOne: false;
            referencedRelation: 'report_letters';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'report_posts_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      report_readers: {
        Row: {
          account_id: string;
          id: string;
          letter_id: string;
          member_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          letter_id: string;
          member_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          letter_id?: string;
          member_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'report_readers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'report_readers_account_id_letter_id_fkey';
            columns: ['account_id', 'letter_id'];
            isOneToOne: false;
            referencedRelation: 'report_letters';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'report_readers_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
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
          archived_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          title: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
          archived_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          title?: string;
          position?: number;
          created_at?: string;
          updated_at?: string;
          archived_at?: string | null;
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
      sign_in_providers: {
        Row: {
          account_id: string;
          provider: string;
          source: string;
          is_on: boolean;
          is_shared: boolean;
          client_id: string;
          tenant: string;
          team_id: string;
          key_id: string;
          sealed_secret: string | null;
          has_secret: boolean | null;
          version: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          provider: string;
          source: string;
          is_on?: boolean;
          is_shared?: boolean;
          client_id?: string;
          tenant?: string;
          team_id?: string;
          key_id?: string;
          sealed_secret?: string | null;
          version?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          provider?: string;
          source?: string;
          is_on?: boolean;
          is_shared?: boolean;
          client_id?: string;
          tenant?: string;
          team_id?: string;
          key_id?: string;
          sealed_secret?: string | null;
          version?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sign_in_providers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      subscriptions: {
        Row: {
          account_id: string;
          id: string;
          plan_id: string;
          period: string;
          provider: string;
          status: string;
          currency: string;
          amount: number;
          iterations: number | null;
          issued_count: number;
          trial_ends_at: string | null;
          period_start: string;
          period_end: string | null;
          cancel_at_period_end: boolean;
          next_plan_id: string | null;
          next_period: string | null;
          past_due_since: string | null;
          reminders: number;
          customer: string | null;
          reference: string | null;
          card: Json | null;
          ended_at: string | null;
          created_at: string;
          updated_at: string;
          anchor_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          plan_id: string;
          period: string;
          provider?: string;
          status: string;
          currency: string;
          amount: number;
          iterations?: number | null;
          issued_count?: number;
          trial_ends_at?: string | null;
          period_start?: string;
          period_end?: string | null;
          cancel_at_period_end?: boolean;
          next_plan_id?: string | null;
          next_period?: string | null;
          past_due_since?: string | null;
          reminders?: number;
          customer?: string | null;
          reference?: string | null;
          card?: Json | null;
          ended_at?: string | null;
          created_at?: string;
          updated_at?: string;
          anchor_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          plan_id?: string;
          period?: string;
          provider?: string;
          status?: string;
          currency?: string;
          amount?: number;
          iterations?: number | null;
          issued_count?: number;
          trial_ends_at?: string | null;
          period_start?: string;
          period_end?: string | null;
          cancel_at_period_end?: boolean;
          next_plan_id?: string | null;
          next_period?: string | null;
          past_due_since?: string | null;
          reminders?: number;
          customer?: string | null;
          reference?: string | null;
          card?: Json | null;
          ended_at?: string | null;
          created_at?: string;
          updated_at?: string;
          anchor_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'subscriptions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'subscriptions_next_plan_id_fkey';
            columns: ['next_plan_id'];
            isOneToOne: false;
            referencedRelation: 'plans';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'subscriptions_plan_id_fkey';
            columns: ['plan_id'];
            isOneToOne: false;
            referencedRelation: 'plans';
            referencedColumns: ['id'];
          },
        ];
      };
      ticket_attachments: {
        Row: {
          account_id: string;
          id: string;
          message_id: string;
          path: string;
          name: string;
          mime_type: string;
          size: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          message_id: string;
          path: string;
          name: string;
          mime_type: string;
          size: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          message_id?: string;
          path?: string;
          name?: string;
          mime_type?: string;
          size?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ticket_attachments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'ticket_attachments_account_id_message_id_fkey';
            columns: ['account_id', 'message_id'];
            isOneToOne: false;
            referencedRelation: 'ticket_messages';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      ticket_changes: {
        Row: {
          account_id: string;
          id: string;
          ticket_id: string;
          kind: string;
          old_value: string | null;
          new_value: string | null;
          actor_id: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          ticket_id: string;
          kind: string;
          old_value?: string | null;
          new_value?: string | null;
          actor_id?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          ticket_id?: string;
          kind?: string;
          old_value?: string | null;
          new_value?: string | null;
          actor_id?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ticket_changes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'ticket_changes_account_id_ticket_id_fkey';
            columns: ['account_id', 'ticket_id'];
            isOneToOne: false;
            referencedRelation: 'tickets';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'ticket_changes_actor_id_fkey';
            columns: ['actor_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      ticket_messages: {
        Row: {
          account_id: string;
          id: string;
          ticket_id: string;
          author_id: string | null;
          author_name: string;
          is_staff: boolean;
          is_internal: boolean;
          via: string;
          body: string;
          checks: Json | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          ticket_id: string;
          author_id?: string | null;
          author_name?: string;
          is_staff?: boolean;
          is_internal?: boolean;
          via?: string;
          body: string;
          checks?: Json | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          ticket_id?: string;
          author_id?: string | null;
          author_name?: string;
          is_staff?: boolean;
          is_internal?: boolean;
          via?: string;
          body?: string;
          checks?: Json | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ticket_messages_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'ticket_messages_account_id_ticket_id_fkey';
            columns: ['account_id', 'ticket_id'];
            isOneToOne: false;
            referencedRelation: 'tickets';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'ticket_messages_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      ticket_targets: {
        Row: {
          account_id: string;
          id: string;
          category: string;
          minutes: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          category: string;
          minutes: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          category?: string;
          minutes?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ticket_targets_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      tickets: {
        Row: {
          account_id: string;
          id: string;
          number: number;
          user_id: string;
          about_account_id: string | null;
          requester_name: string;
          requester_email: string;
          category: string;
          subject: string;
          status: string;
          assignee_id: string | null;
          context: Json;
          target_seconds: number;
          clock_seconds: number;
          clock_since: string | null;
          due_at: string | null;
          first_replied_at: string | null;
          resolved_at: string | null;
          last_message_at: string;
          created_at: string;
          updated_at: string;
          view_as_until: string | null;
          search_text: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          number: number;
          user_id: string;
          about_account_id?: string | null;
          requester_name: string;
          requester_email: string;
          category: string;
          subject: string;
          status?: string;
          assignee_id?: string | null;
          context?: Json;
          target_seconds: number;
          clock_seconds?: number;
          clock_since?: string | null;
          due_at?: string | null;
          first_replied_at?: string | null;
          resolved_at?: string | null;
          last_message_at?: string;
          created_at?: string;
          updated_at?: string;
          view_as_until?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          number?: number;
          user_id?: string;
          about_account_id?: string | null;
          requester_name?: string;
          requester_email?: string;
          category?: string;
          subject?: string;
          status?: string;
          assignee_id?: string | null;
          context?: Json;
          target_seconds?: number;
          clock_seconds?: number;
          clock_since?: string | null;
          due_at?: string | null;
          first_replied_at?: string | null;
          resolved_at?: string | null;
          last_message_at?: string;
          created_at?: string;
          updated_at?: string;
          view_as_until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'tickets_about_account_id_fkey';
            columns: ['about_account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'tickets_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'tickets_assignee_id_fkey';
            columns: ['assignee_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tickets_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      usage_meters: {
        Row: {
          account_id: string;
          id: string;
          meter: string;
          period_start: string;
          used: number;
          told: number;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          meter: string;
          period_start: string;
          used?: number;
          told?: number;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          meter?: string;
          period_start?: string;
          used?: number;
          told?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'usage_meters_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      visit_pages: {
        Row: {
          account_id: string;
          id: string;
          visit_id: string;
          path: string;
          views: number;
        };
        Insert: {
          account_id: string;
          id?: string;
          visit_id: string;
          path: string;
          views: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          visit_id?: string;
          path?: string;
          views?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'visit_pages_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'visit_pages_account_id_visit_id_fkey';
            columns: ['account_id', 'visit_id'];
            isOneToOne: false;
            referencedRelation: 'visits';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      visits: {
        Row: {
          account_id: string;
          id: string;
          day: string;
          visitor: number;
          started_at: string;
          last_at: string;
          views: number;
          entry_path: string;
          exit_path: string;
          source: string;
          medium: string;
          campaign: string;
          device: string;
          language: string;
          country: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          day: string;
          visitor: number;
          started_at: string;
          last_at: string;
          views: number;
          entry_path: string;
          exit_path: string;
          source?: string;
          medium?: string;
          campaign?: string;
          device: string;
          language?: string;
          country?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          day?: string;
          visitor?: number;
          started_at?: string;
          last_at?: string;
          views?: number;
          entry_path?: string;
          exit_path?: string;
          source?: string;
          medium?: string;
          campaign?: string;
          device?: string;
          language?: string;
          country?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'visits_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      webhook_attempts: {
        Row: {
          account_id: string;
          id: string;
          delivery_id: string;
          number: number;
          request_headers: Json;
          response_status: number | null;
          response_body: string;
          problem: string | null;
          duration_ms: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          delivery_id: string;
          number: number;
          request_headers: Json;
          response_status?: number | null;
          response_body?: string;
          problem?: string | null;
          duration_ms: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          delivery_id?: string;
          number?: number;
          request_headers?: Json;
          response_status?: number | null;
          response_body?: string;
          problem?: string | null;
          duration_ms?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'webhook_attempts_account_id_delivery_id_fkey';
            columns: ['account_id', 'delivery_id'];
            isOneToOne: false;
            referencedRelation: 'webhook_deliveries';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'webhook_attempts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      webhook_deliveries: {
        Row: {
          account_id: string;
          id: string;
          webhook_id: string;
          event_id: string;
          type: string;
          body: string;
          status: string;
          attempts: number;
          tries: number;
          response_status: number | null;
          next_attempt_at: string | null;
          delivered_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          webhook_id: string;
          event_id: string;
          type: string;
          body: string;
          status?: string;
          attempts?: number;
          tries?: number;
          response_status?: number | null;
          next_attempt_at?: string | null;
          delivered_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          webhook_id?: string;
          event_id?: string;
          type?: string;
          body?: string;
          status?: string;
          attempts?: number;
          tries?: number;
          response_status?: number | null;
          next_attempt_at?: string | null;
          delivered_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'webhook_deliveries_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'webhook_deliveries_account_id_webhook_id_fkey';
            columns: ['account_id', 'webhook_id'];
            isOneToOne: false;
            referencedRelation: 'webhooks';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      webhooks: {
        Row: {
          account_id: string;
          id: string;
          address: string;
          description: string;
          events: string[];
          status: string;
          disabled_reason: string | null;
          failing_since: string | null;
          delivered_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          address: string;
          description?: string;
          events: string[];
          status?: string;
          disabled_reason?: string | null;
          failing_since?: string | null;
          delivered_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          address?: string;
          description?: string;
          events?: string[];
          status?: string;
          disabled_reason?: string | null;
          failing_since?: string | null;
          delivered_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'webhooks_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
    };
    Views: {
      blog_counts: {
        Row: {
          account_id: string;
          kind: string;
          name: string;
          posts: number;
        };
        Relationships: [];
      };
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
      family: {
        Row: {
          account_id: string;
          id: string;
          parent_id: string;
          child_id: string;
          is_confirmed: boolean;
          is_my_parent: boolean;
          other_id: string;
          name: string;
          avatar: string;
          user_id: string;
        };
        Relationships: [];
      };
      listed_forms: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          status: string;
          fields: Json;
          submit_label: string;
          small_print: string;
          thank_you: string;
          redirect: string;
          subscribes: boolean;
          asks_once: boolean;
          search_text: string;
          created_at: string;
          updated_at: string;
          submissions: number;
          latest_at: string;
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
          is_public: boolean;
          search_name: string;
        };
        Relationships: [];
      };
      sign_in_buttons: {
        Row: {
          account_id: string;
          provider: string;
        };
        Relationships: [];
      };
    };
    Functions: {
      accept_invitation: { Args: { account_id: string; code: string }; Returns: string };
      account_numbers: { Args: Record<PropertyKey, never>; Returns: Record<string, Json>[] };
      account_reports: { Args: { period?: string; since?: string; until?: string; compare?: string }; Returns: Json };
      account_usage: { Args: { account_id: string }; Returns: Record<string, Json>[] };
      add_quiz: { Args: { course_id: string; title: string }; Returns: string };
      allow_log_in_as: { Args: { account_id: string; is_allowed: boolean }; Returns: undefined };
      answer_ticket: { Args: { account_id: string; ticket_id: string; body: string; is_internal?: boolean; next_status?: string; files?: string[] }; Returns: string };
      apply_site_template: { Args: { template: Json }; Returns: Json };
      archived_parts: { Args: { course_id: string }; Returns: Record<string, Json>[] };
      arrange_docs: { Args: { account_id: string; tree: Json }; Returns: undefined };
      ask_family: { Args: { account_id: string; email: string; as_parent: boolean }; Returns: undefined };
      asked_fields: { Args: { account_id: string; form_id: string }; Returns: Record<string, Json>[] };
      assignee_name: { Args: { ticket: string }; Returns: string };
      attempt_result: { Args: { attempt_id: string }; Returns: Json };
      audit_choices: { Args: Record<PropertyKey, never>; Returns: Json };
      begin_page: { Args: { title: string; slug: string; content: Json; settings?: Json }; Returns: string };
      bind_session: { Args: { account_id: string }; Returns: boolean };
      bring_back_page: { Args: { page_id: string }; Returns: string };
      cancel_order: { Args: { order_id: string }; Returns: string };
      cancel_orders: { Args: { order_ids: string[] }; Returns: Json };
      check_domain: { Args: { account_id: string; claim_id: string }; Returns: undefined };
      check_member_import: { Args: { account_id: string; people: Json; role_id: string }; Returns: Record<string, Json>[] };
      check_site: { Args: { account_id: string; ticket_id: string }; Returns: undefined };
      choose_addons: { Args: { account_id: string; addons: string[] }; Returns: string[] };
      choose_features: { Args: { account_id: string; features: string[] }; Returns: string[] };
      complete_lesson: { Args: { lesson_id: string; is_done?: boolean }; Returns: undefined };
      confirm_family: { Args: { tie_id: string }; Returns: undefined };
      copy_page: { Args: { page_id: string }; Returns: string };
      copy_post: { Args: { post_id: string }; Returns: string };
      create_account: { Args: { title: string; slug: string; owner_email: string }; Returns: string };
      create_api_key: { Args: { account_id: string; name: string; scopes: string[]; expires_at?: string }; Returns: Json };
      create_course: { Args: { account_id: string; title: string }; Returns: string };
      dead_letters: { Args: Record<PropertyKey, never>; Returns: Record<string, Json>[] };
      decide_post_comments: { Args: { ids: string[]; status: string }; Returns: Json };
      end_all_sessions: { Args: Record<PropertyKey, never>; Returns: number };
      end_member_sessions: { Args: { account_id: string; member_id: string }; Returns: number };
      end_own_session: { Args: { session_id: string }; Returns: boolean };
      end_sessions_of_person: { Args: { person: string }; Returns: number };
      enrol_free: { Args: { course_id: string }; Returns: string };
      erase_own_data: { Args: Record<PropertyKey, never>; Returns: string };
      export_own_data: { Args: Record<PropertyKey, never>; Returns: Json };
      form_counts: { Args: { account_id: string }; Returns: Record<string, Json>[] };
      held_caps: { Args: { role: string }; Returns: string[] };
      import_redirects: { Args: { account_id: string; lines: Json }; Returns: Json };
      invite_member: { Args: { account_id: string; email: string; name: string; role_id: string }; Returns: string };
      invoice_document: { Args: { invoice_id: string }; Returns: Json };
      is_blocked: { Args: { account_id: string }; Returns: boolean };
      is_free_slug: { Args: { slug: string }; Returns: boolean };
      is_super_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      join_account: { Args: { account_id: string; accepts?: boolean }; Returns: string };
      let_view_as: { Args: { account_id: string; ticket_id: string; is_allowed: boolean }; Returns: string };
      list_accounts: { Args: { search: string; status: string; owner_id: string; plan_id: string; sort: string; is_descending: boolean; page: number; page_size: number }; Returns: Json };
      list_customers: { Args: { search: string; page: number; page_size: number; sort?: string; is_descending?: boolean }; Returns: Json };
      list_invoices: { Args: { search: string; status: string; account_id: string; page: number; page_size: number; sort?: string; is_descending?: boolean }; Returns: Json };
      list_jobs: { Args: { state: string; queue: string; page: number; page_size: number }; Returns: Json };
      list_noise: { Args: { sort: string; page: number; page_size: number }; Returns: Json };
      list_owners: { Args: { search: string; sort: string; is_descending: boolean; page: number; page_size: number }; Returns: Json };
      list_people: { Args: { search: string; sort: string; is_descending: boolean; page: number; page_size: number }; Returns: Json };
      list_plans: { Args: Record<PropertyKey, never>; Returns: Record<string, Json>[] };
      list_reports: { Args: { account_id: string; search: string; page: number; page_size: number }; Returns: Json };
      list_schedule_runs: { Args: { name: string; status: string; page: number; page_size: number }; Returns: Json };
      list_schedules: { Args: Record<PropertyKey, never>; Returns: Record<string, Json>[] };
      list_slow_statements: { Args: Record<PropertyKey, never>; Returns: Record<string, Json>[] };
      list_subscriptions: { Args: { search: string; status: string; plan_id: string; page: number; page_size: number; sort?: string; is_descending?: boolean }; Returns: Json };
      live_addresses: { Args: { account_id: string; paths: string[] }; Returns: string[] };
      lost_features: { Args: { account_id: string; plan_id: string }; Returns: string[] };
      make_home: { Args: { page_id: string }; Returns: string };
      mark_invoice_paid: { Args: { account_id: string; invoice_id: string }; Returns: string };
      mark_invoices_paid: { Args: { invoice_ids: string[] }; Returns: Json };
      mark_orders_paid: { Args: { order_ids: string[] }; Returns: Json };
      mark_paid: { Args: { order_id: string }; Returns: string };
      media_uses: { Args: { account_id: string; paths: string[] }; Returns: Record<string, Json>[] };
      member_count: { Args: { account_id: string; filter?: Json }; Returns: number };
      member_page: { Args: { account_id: string; filter?: Json; sort?: string; is_ascending?: boolean; after?: Json; page_size?: number; skip?: number }; Returns: Json };
      meter_days: { Args: { account_id: string; meter: string }; Returns: Record<string, Json>[] };
      meter_places: { Args: { account_id: string; meter: string }; Returns: Record<string, Json>[] };
      open_account: { Args: { title: string; slug: string; kind: string; preset: string; language: string; currency: string }; Returns: string };
      open_ticket: { Args: { account_id: string; category: string; subject: string; body: string; about_account_id?: string; context?: Json; files?: string[] }; Returns: string };
      over_plan: { Args: { account_id: string; plan_id: string }; Returns: Record<string, Json>[] };
      owes_second_step: { Args: Record<PropertyKey, never>; Returns: boolean };
      own_address_is_proved: { Args: Record<PropertyKey, never>; Returns: boolean };
      own_sessions: { Args: Record<PropertyKey, never>; Returns: Record<string, Json>[] };
      owned_products: { Args: { account_id: string; products: string[] }; Returns: Record<string, Json>[] };
      pages_with_section: { Args: { section_id: string }; Returns: Record<string, Json>[] };
      paid_until: { Args: { account_id: string; products: string[] }; Returns: Record<string, Json>[] };
      pause_schedule: { Args: { name: string; is_paused: boolean }; Returns: undefined };
      plan_limit: { Args: { account_id: string; name: string }; Returns: number };
      platform_health: { Args: Record<PropertyKey, never>; Returns: Json };
      platform_numbers: { Args: Record<PropertyKey, never>; Returns: Json };
      possible_authors: { Args: { account_id: string }; Returns: Record<string, Json>[] };
      possible_instructors: { Args: { course_id: string }; Returns: Record<string, Json>[] };
      possible_letter_readers: { Args: { account_id: string }; Returns: Record<string, Json>[] };
      preview_page: { Args: { account_id: string; secret: string }; Returns: Json };
      preview_post: { Args: { account_id: string; secret: string }; Returns: Json };
      price_now: { Args: { product: string }; Returns: number };
      publish_doc: { Args: { doc_id: string; seen?: number }; Returns: undefined };
      publish_page: { Args: { page_id: string; seen?: number }; Returns: string };
      publish_post: { Args: { post_id: string; seen?: number }; Returns: string };
      quiz_overview: { Args: { quiz_id: string }; Returns: Json };
      reactivate_account: { Args: { account_id: string }; Returns: undefined };
      reactivate_accounts: { Args: { account_ids: string[] }; Returns: Json };
      read_invitation: { Args: { account_id: string; code: string }; Returns: Json };
      refund_order: { Args: { order_id: string }; Returns: string };
      remove_domain: { Args: { account_id: string; claim_id: string }; Returns: undefined };
      remove_forms: { Args: { ids: string[] }; Returns: Json };
      remove_members: { Args: { account_id: string; ids: string[]; heir?: string }; Returns: number };
      remove_pages: { Args: { ids: string[] }; Returns: Json };
      remove_post_comments: { Args: { ids: string[] }; Returns: Json };
      remove_posts: { Args: { ids: string[] }; Returns: Json };
      remove_redirects: { Args: { ids: string[] }; Returns: Record<string, Json>[] };
      replay_dead_letters: { Args: { events?: string[] }; Returns: number };
      replay_deliveries: { Args: { webhook_id: string; deliveries?: string[] }; Returns: number };
      report: { Args: { account_id: string; report: string; period?: string; since?: string; until?: string; compare?: string; filters?: Json }; Returns: Json };
      report_list: { Args: { account_id: string; list: string; period?: string; since?: string; until?: string; filters?: Json; page?: number; page_size?: number }; Returns: Json };
      report_post_comment: { Args: { comment_id: string; reason?: string }; Returns: undefined };
      require_second_step: { Args: { account_id: string; is_required: boolean }; Returns: undefined };
      resend_invitation: { Args: { invitation_id: string }; Returns: undefined };
      resend_invitations: { Args: { ids: string[] }; Returns: Json };
      restore_part: { Args: { course_id: string; part_id: string }; Returns: number };
      revoke_api_key: { Args: { key_id: string }; Returns: undefined };
      revoke_invitation: { Args: { invitation_id: string }; Returns: undefined };
      revoke_invitations: { Args: { ids: string[] }; Returns: Json };
      rotate_webhook_secret: { Args: { webhook_id: string }; Returns: string };
      run_schedule: { Args: { name: string }; Returns: string };
      save_answer: { Args: { attempt_id: string; question_id: string; answer: Json; revision?: number }; Returns: Json };
      save_curriculum: { Args: { course_id: string; outline: Json; version: number }; Returns: number };
      save_member_answers: { Args: { account_id: string; member_id: string; answers: Json }; Returns: undefined };
      save_page_draft: { Args: { page_id: string; seen: number; title: string; data: Json; settings: Json }; Returns: number };
      save_position: { Args: { lesson_id: string; seconds?: number; watched?: Json }; Returns: undefined };
      save_push_subscription: { Args: { account_id: string; endpoint: string; p256dh: string; auth: string; device?: string }; Returns: string };
      save_quiz: { Args: { quiz_id: string; settings: Json; questions: Json; version: number }; Returns: number };
      save_report_letter: { Args: { account_id: string; report: string; rhythm: string; readers: string[] }; Returns: string };
      schedule_page: { Args: { page_id: string; publish_at: string }; Returns: undefined };
      schedule_post: { Args: { post_id: string; publish_at: string }; Returns: undefined };
      search_audit: { Args: { account_id: string; actor: string; act: string; since: string; until: string; search: string; page: number; page_size: number }; Returns: Json };
      search_docs: { Args: { account_id: string; term: string }; Returns: Database['public']['Tables']['docs']['Row'][] };
      see_notifications: { Args: { account_id: string }; Returns: number };
      set_account_features: { Args: { account_id: string; features: string[] }; Returns: undefined };
      set_account_limits: { Args: { account_id: string; plan_id: string; limits: Json }; Returns: undefined };
      set_course_instructors: { Args: { course_id: string; instructors: string[] }; Returns: undefined };
      set_post_authors: { Args: { post_id: string; authors: string[] }; Returns: undefined };
      set_price: { Args: { product_id: string; currency: string; amount: number; frequency?: Json }; Returns: string };
      share_page_draft: { Args: { page_id: string; days: number }; Returns: string };
      share_post_draft: { Args: { post_id: string; days: number }; Returns: string };
      site_numbers: { Args: { account_id: string; days: number }; Returns: Json };
      start_attempt: { Args: { quiz_id: string }; Returns: Json };
      start_member_import: { Args: { account_id: string; people: Json; role_id: string; file_name: string }; Returns: string };
      submit_attempt: { Args: { attempt_id: string }; Returns: Json };
      suspend_account: { Args: { account_id: string; reason: string }; Returns: undefined };
      suspend_accounts: { Args: { account_ids: string[]; reason: string }; Returns: Json };
      take_second_steps: { Args: { person: string; reason: string }; Returns: number };
      takes_payment: { Args: { account_id: string }; Returns: boolean };
      taught_course_ids: { Args: Record<PropertyKey, never>; Returns: string[] };
      team_second_steps: { Args: { account_id: string }; Returns: Json };
      test_webhook: { Args: { webhook_id: string }; Returns: string };
      ticket_counts: { Args: { account_id: string }; Returns: Record<string, Json>[] };
      ticket_staff: { Args: { account_id: string }; Returns: Record<string, Json>[] };
      unpublish_doc: { Args: { doc_id: string }; Returns: undefined };
      unpublish_page: { Args: { page_id: string }; Returns: undefined };
      unpublish_pages: { Args: { ids: string[] }; Returns: Json };
      unpublish_post: { Args: { post_id: string }; Returns: undefined };
      unpublish_posts: { Args: { ids: string[] }; Returns: Json };
      view_as: { Args: { account_id: string; ticket_id: string; reason: string }; Returns: string };
      webhook_secret: { Args: { webhook_id: string }; Returns: string };
      withdraw_post_comment: { Args: { comment_id: string }; Returns: undefined };
      withdraw_price: { Args: { price_id: string }; Returns: boolean };
    };
    Enums: { [name in never]: never };
    CompositeTypes: { [name in never]: never };
  };
};

export type Row<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
