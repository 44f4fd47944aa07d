/** Written by `npm run db:types` from the database's own catalogue; never edited. */

import type { ArgumentShapes, ColumnShape, Json, ResultShape, RowShape } from './database-shapes.ts';

export type Database = {
  public: {
    Tables: {
      account_notifications: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          type: 'chat' | 'other';
          message: string;
          link: string | null;
          severity: number;
          read: boolean;
          created_at: string;
          updated_at: string;
          kind: string;
          seen_at: string | null;
          said: ColumnShape<'account_notifications', 'said', Json> | null;
          about: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          type?: 'chat' | 'other';
          message: string;
          link?: string | null;
          severity?: number;
          read?: boolean;
          created_at?: string;
          updated_at?: string;
          kind?: string;
          seen_at?: string | null;
          said?: ColumnShape<'account_notifications', 'said', Json> | null;
          about?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          type?: 'chat' | 'other';
          message?: string;
          link?: string | null;
          severity?: number;
          read?: boolean;
          created_at?: string;
          updated_at?: string;
          kind?: string;
          seen_at?: string | null;
          said?: ColumnShape<'account_notifications', 'said', Json> | null;
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
          status: 'active' | 'suspended';
          features: ('lms' | 'groups' | 'appointments' | 'single_session')[];
          created_at: string;
          updated_at: string;
          plan_id: string | null;
          grace_plan_id: string | null;
          grace_until: string | null;
          limit_overrides: ColumnShape<'accounts', 'limit_overrides', Json>;
          addons: ('certificates' | 'zoom')[];
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
          status?: 'active' | 'suspended';
          features?: ('lms' | 'groups' | 'appointments' | 'single_session')[];
          created_at?: string;
          updated_at?: string;
          plan_id?: string | null;
          grace_plan_id?: string | null;
          grace_until?: string | null;
          limit_overrides?: ColumnShape<'accounts', 'limit_overrides', Json>;
          addons?: ('certificates' | 'zoom')[];
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
          status?: 'active' | 'suspended';
          features?: ('lms' | 'groups' | 'appointments' | 'single_session')[];
          created_at?: string;
          updated_at?: string;
          plan_id?: string | null;
          grace_plan_id?: string | null;
          grace_until?: string | null;
          limit_overrides?: ColumnShape<'accounts', 'limit_overrides', Json>;
          addons?: ('certificates' | 'zoom')[];
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
      activity_marks: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          seen_position: number;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          seen_position: number;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          seen_position?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'activity_marks_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'activity_marks_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: true;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      affiliate_click_days: {
        Row: {
          account_id: string;
          id: string;
          affiliate_id: string;
          day: string;
          clicks: number;
        };
        Insert: {
          account_id: string;
          id?: string;
          affiliate_id: string;
          day: string;
          clicks?: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          affiliate_id?: string;
          day?: string;
          clicks?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliate_click_days_account_id_affiliate_id_fkey';
            columns: ['account_id', 'affiliate_id'];
            isOneToOne: false;
            referencedRelation: 'affiliates';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_click_days_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      affiliate_clicks: {
        Row: {
          account_id: string;
          id: string;
          affiliate_id: string;
          clicked_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          affiliate_id: string;
          clicked_at: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          affiliate_id?: string;
          clicked_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliate_clicks_account_id_affiliate_id_fkey';
            columns: ['account_id', 'affiliate_id'];
            isOneToOne: false;
            referencedRelation: 'affiliates';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_clicks_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      affiliate_commissions: {
        Row: {
          account_id: string;
          id: string;
          kind: 'commission' | 'reversal';
          affiliate_id: string;
          order_id: string;
          order_item_id: string;
          commission_id: string | null;
          refund_id: string | null;
          title: string;
          source: 'link' | 'coupon' | 'renewal';
          base: number;
          rate: number;
          amount: number;
          currency: string;
          earned_at: string;
          payable_at: string;
          payout_id: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: 'commission' | 'reversal';
          affiliate_id: string;
          order_id: string;
          order_item_id: string;
          commission_id?: string | null;
          refund_id?: string | null;
          title: string;
          source: 'link' | 'coupon' | 'renewal';
          base: number;
          rate: number;
          amount: number;
          currency: string;
          earned_at: string;
          payable_at: string;
          payout_id?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: 'commission' | 'reversal';
          affiliate_id?: string;
          order_id?: string;
          order_item_id?: string;
          commission_id?: string | null;
          refund_id?: string | null;
          title?: string;
          source?: 'link' | 'coupon' | 'renewal';
          base?: number;
          rate?: number;
          amount?: number;
          currency?: string;
          earned_at?: string;
          payable_at?: string;
          payout_id?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliate_commissions_account_id_affiliate_id_fkey';
            columns: ['account_id', 'affiliate_id'];
            isOneToOne: false;
            referencedRelation: 'affiliates';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_commissions_account_id_commission_id_fkey';
            columns: ['account_id', 'commission_id'];
            isOneToOne: false;
            referencedRelation: 'affiliate_commissions';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_commissions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'affiliate_commissions_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_commissions_account_id_order_item_id_fkey';
            columns: ['account_id', 'order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_commissions_account_id_payout_id_fkey';
            columns: ['account_id', 'payout_id'];
            isOneToOne: false;
            referencedRelation: 'affiliate_payouts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_commissions_account_id_refund_id_fkey';
            columns: ['account_id', 'refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      affiliate_payouts: {
        Row: {
          account_id: string;
          id: string;
          affiliate_id: string;
          amount: number;
          currency: string;
          reference: string;
          created_by: string | null;
          paid_at: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          affiliate_id: string;
          amount: number;
          currency: string;
          reference?: string;
          created_by?: string | null;
          paid_at: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          affiliate_id?: string;
          amount?: number;
          currency?: string;
          reference?: string;
          created_by?: string | null;
          paid_at?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliate_payouts_account_id_affiliate_id_fkey';
            columns: ['account_id', 'affiliate_id'];
            isOneToOne: false;
            referencedRelation: 'affiliates';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_payouts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'affiliate_payouts_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      affiliate_programmes: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          terms: string;
          pictures: ColumnShape<'affiliate_programmes', 'pictures', Json>;
          product_ids: string[];
          admission: 'open' | 'approval' | 'invite';
          is_active: boolean;
          commission: 'percent' | 'flat' | 'tiered';
          rate: number;
          tiers: ColumnShape<'affiliate_programmes', 'tiers', Json>;
          renewal_limit: number | null;
          window_days: number;
          touch: 'first' | 'last';
          hold_days: number;
          minimum_payout: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          terms?: string;
          pictures?: ColumnShape<'affiliate_programmes', 'pictures', Json>;
          product_ids?: string[];
          admission?: 'open' | 'approval' | 'invite';
          is_active?: boolean;
          commission?: 'percent' | 'flat' | 'tiered';
          rate?: number;
          tiers?: ColumnShape<'affiliate_programmes', 'tiers', Json>;
          renewal_limit?: number | null;
          window_days?: number;
          touch?: 'first' | 'last';
          hold_days?: number;
          minimum_payout?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          terms?: string;
          pictures?: ColumnShape<'affiliate_programmes', 'pictures', Json>;
          product_ids?: string[];
          admission?: 'open' | 'approval' | 'invite';
          is_active?: boolean;
          commission?: 'percent' | 'flat' | 'tiered';
          rate?: number;
          tiers?: ColumnShape<'affiliate_programmes', 'tiers', Json>;
          renewal_limit?: number | null;
          window_days?: number;
          touch?: 'first' | 'last';
          hold_days?: number;
          minimum_payout?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliate_programmes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      affiliate_referrals: {
        Row: {
          account_id: string;
          id: string;
          affiliate_id: string;
          order_id: string;
          order_item_id: string;
          source: 'link' | 'coupon' | 'renewal';
          clicked_at: string | null;
          refusal: 'self_user' | 'self_email' | 'self_address' | 'self_card' | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          affiliate_id: string;
          order_id: string;
          order_item_id: string;
          source: 'link' | 'coupon' | 'renewal';
          clicked_at?: string | null;
          refusal?: 'self_user' | 'self_email' | 'self_address' | 'self_card' | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          affiliate_id?: string;
          order_id?: string;
          order_item_id?: string;
          source?: 'link' | 'coupon' | 'renewal';
          clicked_at?: string | null;
          refusal?: 'self_user' | 'self_email' | 'self_address' | 'self_card' | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliate_referrals_account_id_affiliate_id_fkey';
            columns: ['account_id', 'affiliate_id'];
            isOneToOne: false;
            referencedRelation: 'affiliates';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_referrals_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'affiliate_referrals_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliate_referrals_account_id_order_item_id_fkey';
            columns: ['account_id', 'order_item_id'];
            isOneToOne: true;
            referencedRelation: 'order_items';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      affiliates: {
        Row: {
          account_id: string;
          id: string;
          programme_id: string;
          member_id: string | null;
          user_id: string | null;
          code: string;
          state: 'invited' | 'applied' | 'approved' | 'refused' | 'suspended';
          note: string;
          coupon_id: string | null;
          terms_accepted_at: string | null;
          approved_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          programme_id: string;
          member_id?: string | null;
          user_id?: string | null;
          code: string;
          state: 'invited' | 'applied' | 'approved' | 'refused' | 'suspended';
          note?: string;
          coupon_id?: string | null;
          terms_accepted_at?: string | null;
          approved_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          programme_id?: string;
          member_id?: string | null;
          user_id?: string | null;
          code?: string;
          state?: 'invited' | 'applied' | 'approved' | 'refused' | 'suspended';
          note?: string;
          coupon_id?: string | null;
          terms_accepted_at?: string | null;
          approved_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'affiliates_account_id_coupon_id_fkey';
            columns: ['account_id', 'coupon_id'];
            isOneToOne: true;
            referencedRelation: 'coupons';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliates_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'affiliates_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliates_account_id_programme_id_fkey';
            columns: ['account_id', 'programme_id'];
            isOneToOne: false;
            referencedRelation: 'affiliate_programmes';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'affiliates_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
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
      assignment_drafts: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          body: string;
          link: string;
          files: string[];
          revision: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          member_id: string;
          body?: string;
          link?: string;
          files?: string[];
          revision?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          body?: string;
          link?: string;
          files?: string[];
          revision?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignment_drafts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'assignment_drafts_account_id_id_fkey';
            columns: ['account_id', 'id'];
            isOneToOne: true;
            referencedRelation: 'assignment_submissions';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'assignment_drafts_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      assignment_files: {
        Row: {
          account_id: string;
          id: string;
          submission_id: string;
          member_id: string;
          path: string;
          name: string;
          mime_type: string;
          size: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          submission_id: string;
          member_id: string;
          path: string;
          name: string;
          mime_type: string;
          size: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          submission_id?: string;
          member_id?: string;
          path?: string;
          name?: string;
          mime_type?: string;
          size?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignment_files_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'assignment_files_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'assignment_files_account_id_submission_id_fkey';
            columns: ['account_id', 'submission_id'];
            isOneToOne: false;
            referencedRelation: 'assignment_submissions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      assignment_grades: {
        Row: {
          account_id: string;
          id: string;
          submission_id: string;
          member_id: string;
          number: number;
          earned: number;
          late_units: number;
          deducted: number;
          points: number;
          out_of: number;
          rubric: ColumnShape<'assignment_grades', 'rubric', Json>;
          feedback: string;
          graded_by: string | null;
          graded_at: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          submission_id: string;
          member_id: string;
          number: number;
          earned: number;
          late_units?: number;
          deducted?: number;
          points: number;
          out_of: number;
          rubric?: ColumnShape<'assignment_grades', 'rubric', Json>;
          feedback?: string;
          graded_by?: string | null;
          graded_at: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          submission_id?: string;
          member_id?: string;
          number?: number;
          earned?: number;
          late_units?: number;
          deducted?: number;
          points?: number;
          out_of?: number;
          rubric?: ColumnShape<'assignment_grades', 'rubric', Json>;
          feedback?: string;
          graded_by?: string | null;
          graded_at?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignment_grades_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'assignment_grades_account_id_graded_by_fkey';
            columns: ['account_id', 'graded_by'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'assignment_grades_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'assignment_grades_account_id_submission_id_fkey';
            columns: ['account_id', 'submission_id'];
            isOneToOne: false;
            referencedRelation: 'assignment_submissions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      assignment_hand_ins: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          submission_id: string;
          member_id: string;
          number: number;
          body: string;
          link: string;
          files: string[];
          submitted_at: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          submission_id: string;
          member_id: string;
          number: number;
          body?: string;
          link?: string;
          files?: string[];
          submitted_at: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          submission_id?: string;
          member_id?: string;
          number?: number;
          body?: string;
          link?: string;
          files?: string[];
          submitted_at?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignment_hand_ins_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'assignment_hand_ins_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'assignment_hand_ins_account_id_submission_id_fkey';
            columns: ['account_id', 'submission_id'];
            isOneToOne: false;
            referencedRelation: 'assignment_submissions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      assignment_submissions: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          assignment_id: string;
          member_id: string;
          number: number | null;
          status: 'draft' | 'submitted' | 'graded';
          hand_ins: number;
          submitted_at: string | null;
          own_due_at: string | null;
          points: number | null;
          passed: boolean | null;
          version: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          assignment_id: string;
          member_id: string;
          number?: number | null;
          status?: 'draft' | 'submitted' | 'graded';
          hand_ins?: number;
          submitted_at?: string | null;
          own_due_at?: string | null;
          points?: number | null;
          passed?: boolean | null;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          assignment_id?: string;
          member_id?: string;
          number?: number | null;
          status?: 'draft' | 'submitted' | 'graded';
          hand_ins?: number;
          submitted_at?: string | null;
          own_due_at?: string | null;
          points?: number | null;
          passed?: boolean | null;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignment_submissions_account_id_course_id_assignment_id_fkey';
            columns: ['account_id', 'course_id', 'assignment_id'];
            isOneToOne: false;
            referencedRelation: 'assignments';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'assignment_submissions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'assignment_submissions_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      assignments: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          lesson_id: string;
          points: number;
          pass_mark: number;
          takes_text: boolean;
          takes_link: boolean;
          max_files: number;
          max_file_mb: number;
          file_types: string[];
          due_at: string | null;
          due_days: number | null;
          takes_late: boolean;
          late_percent: number;
          late_unit: 'hour' | 'day';
          late_floor: number;
          resubmissions: number;
          completion: 'graded' | 'handed_in';
          is_anonymous: boolean;
          rubric: ColumnShape<'assignments', 'rubric', Json>;
          version: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          lesson_id: string;
          points?: number;
          pass_mark?: number;
          takes_text?: boolean;
          takes_link?: boolean;
          max_files?: number;
          max_file_mb?: number;
          file_types?: string[];
          due_at?: string | null;
          due_days?: number | null;
          takes_late?: boolean;
          late_percent?: number;
          late_unit?: 'hour' | 'day';
          late_floor?: number;
          resubmissions?: number;
          completion?: 'graded' | 'handed_in';
          is_anonymous?: boolean;
          rubric?: ColumnShape<'assignments', 'rubric', Json>;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          lesson_id?: string;
          points?: number;
          pass_mark?: number;
          takes_text?: boolean;
          takes_link?: boolean;
          max_files?: number;
          max_file_mb?: number;
          file_types?: string[];
          due_at?: string | null;
          due_days?: number | null;
          takes_late?: boolean;
          late_percent?: number;
          late_unit?: 'hour' | 'day';
          late_floor?: number;
          resubmissions?: number;
          completion?: 'graded' | 'handed_in';
          is_anonymous?: boolean;
          rubric?: ColumnShape<'assignments', 'rubric', Json>;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignments_account_id_course_id_lesson_id_fkey';
            columns: ['account_id', 'course_id', 'lesson_id'];
            isOneToOne: true;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'assignments_account_id_fkey';
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
          answer: ColumnShape<'attempt_answers', 'answer', Json>;
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
          answer: ColumnShape<'attempt_answers', 'answer', Json>;
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
          answer?: ColumnShape<'attempt_answers', 'answer', Json>;
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
          to_grade: number;
          graded_at: string | null;
          wrong_penalty: number;
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
          to_grade?: number;
          graded_at?: string | null;
          wrong_penalty?: number;
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
          to_grade?: number;
          graded_at?: string | null;
          wrong_penalty?: number;
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
          details: ColumnShape<'audit_entries', 'details', Json>;
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
          details?: ColumnShape<'audit_entries', 'details', Json>;
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
          details?: ColumnShape<'audit_entries', 'details', Json>;
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
      availability_rules: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          conditions: ColumnShape<'availability_rules', 'conditions', Json>;
          is_hidden: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          course_id: string;
          conditions: ColumnShape<'availability_rules', 'conditions', Json>;
          is_hidden?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          conditions?: ColumnShape<'availability_rules', 'conditions', Json>;
          is_hidden?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'availability_rules_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'availability_rules_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      badges: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          description: string;
          icon: 'award' | 'star' | 'trophy' | 'flame' | 'book' | 'heart' | 'camera' | 'rocket' | 'crown' | 'gem' | 'sparkles' | 'target';
          rule: 'hand' | 'count' | 'level' | 'streak';
          kind: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined' | null;
          times: number | null;
          level_id: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          description?: string;
          icon?: 'award' | 'star' | 'trophy' | 'flame' | 'book' | 'heart' | 'camera' | 'rocket' | 'crown' | 'gem' | 'sparkles' | 'target';
          rule?: 'hand' | 'count' | 'level' | 'streak';
          kind?: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined' | null;
          times?: number | null;
          level_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          description?: string;
          icon?: 'award' | 'star' | 'trophy' | 'flame' | 'book' | 'heart' | 'camera' | 'rocket' | 'crown' | 'gem' | 'sparkles' | 'target';
          rule?: 'hand' | 'count' | 'level' | 'streak';
          kind?: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined' | null;
          times?: number | null;
          level_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'badges_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'badges_account_id_level_id_fkey';
            columns: ['account_id', 'level_id'];
            isOneToOne: false;
            referencedRelation: 'point_levels';
            referencedColumns: ['account_id', 'id'];
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
      cart_settings: {
        Row: {
          account_id: string;
          reminder_hours: number | null;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          reminder_hours?: number | null;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          reminder_hours?: number | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'cart_settings_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      carts: {
        Row: {
          account_id: string;
          id: string;
          token: string;
          user_id: string | null;
          email: string;
          customer_name: string;
          locale: string;
          lines: ColumnShape<'carts', 'lines', Json>;
          coupon: string | null;
          currency: string;
          subtotal: number;
          changed_at: string;
          reminded_at: string | null;
          restored_at: string | null;
          stopped_at: string | null;
          ordered_at: string | null;
          order_id: string | null;
          status: ColumnShape<'carts', 'status', string>;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          token?: string;
          user_id?: string | null;
          email: string;
          customer_name?: string;
          locale?: string;
          lines: ColumnShape<'carts', 'lines', Json>;
          coupon?: string | null;
          currency: string;
          subtotal: number;
          changed_at: string;
          reminded_at?: string | null;
          restored_at?: string | null;
          stopped_at?: string | null;
          ordered_at?: string | null;
          order_id?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          token?: string;
          user_id?: string | null;
          email?: string;
          customer_name?: string;
          locale?: string;
          lines?: ColumnShape<'carts', 'lines', Json>;
          coupon?: string | null;
          currency?: string;
          subtotal?: number;
          changed_at?: string;
          reminded_at?: string | null;
          restored_at?: string | null;
          stopped_at?: string | null;
          ordered_at?: string | null;
          order_id?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'carts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'carts_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'carts_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      certificate_designs: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          language: string;
          title: string;
          body: string;
          signatory: string;
          logo: string | null;
          font: 'sans' | 'newsreader' | 'fraunces' | 'instrument' | 'hanken' | 'bricolage';
          is_landscape: boolean;
          accent: string;
          valid_months: number | null;
          is_default: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          language: string;
          title: string;
          body: string;
          signatory?: string;
          logo?: string | null;
          font?: 'sans' | 'newsreader' | 'fraunces' | 'instrument' | 'hanken' | 'bricolage';
          is_landscape?: boolean;
          accent?: string;
          valid_months?: number | null;
          is_default?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          language?: string;
          title?: string;
          body?: string;
          signatory?: string;
          logo?: string | null;
          font?: 'sans' | 'newsreader' | 'fraunces' | 'instrument' | 'hanken' | 'bricolage';
          is_landscape?: boolean;
          accent?: string;
          valid_months?: number | null;
          is_default?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'certificate_designs_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      certificates: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          course_id: string | null;
          renews_id: string | null;
          holder: string;
          course: string;
          issuer: string;
          design: ColumnShape<'certificates', 'design', Json>;
          achieved_at: string;
          issued_at: string;
          expires_at: string | null;
          reminded_at: string | null;
          expired_at: string | null;
          revoked_at: string | null;
          revoked_reason: string | null;
          search_text: ColumnShape<'certificates', 'search_text', string> | null;
          created_at: string;
          updated_at: string;
          reminded_days: 7 | 30 | 60 | 90 | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          course_id?: string | null;
          renews_id?: string | null;
          holder: string;
          course: string;
          issuer: string;
          design: ColumnShape<'certificates', 'design', Json>;
          achieved_at: string;
          issued_at: string;
          expires_at?: string | null;
          reminded_at?: string | null;
          expired_at?: string | null;
          revoked_at?: string | null;
          revoked_reason?: string | null;
          created_at?: string;
          updated_at?: string;
          reminded_days?: 7 | 30 | 60 | 90 | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          course_id?: string | null;
          renews_id?: string | null;
          holder?: string;
          course?: string;
          issuer?: string;
          design?: ColumnShape<'certificates', 'design', Json>;
          achieved_at?: string;
          issued_at?: string;
          expires_at?: string | null;
          reminded_at?: string | null;
          expired_at?: string | null;
          revoked_at?: string | null;
          revoked_reason?: string | null;
          created_at?: string;
          updated_at?: string;
          reminded_days?: 7 | 30 | 60 | 90 | null;
        };
        Relationships: [
          {
            foreignKeyName: 'certificates_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'certificates_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'certificates_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'certificates_account_id_renews_id_fkey';
            columns: ['account_id', 'renews_id'];
            isOneToOne: false;
            referencedRelation: 'certificates';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      cohort_waiting: {
        Row: {
          account_id: string;
          id: string;
          cohort_id: string;
          member_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          cohort_id: string;
          member_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          cohort_id?: string;
          member_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'cohort_waiting_account_id_cohort_id_fkey';
            columns: ['account_id', 'cohort_id'];
            isOneToOne: false;
            referencedRelation: 'course_cohorts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'cohort_waiting_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'cohort_waiting_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      contact_consents: {
        Row: {
          account_id: string;
          id: string;
          contact_id: string;
          kind: 'asked' | 'confirmed' | 'withdrawn' | 'bounced';
          words: string;
          source: string;
          address_hash: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          contact_id: string;
          kind: 'asked' | 'confirmed' | 'withdrawn' | 'bounced';
          words?: string;
          source?: string;
          address_hash?: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          contact_id?: string;
          kind?: 'asked' | 'confirmed' | 'withdrawn' | 'bounced';
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
          state: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | 'bounced';
          locale: string;
          asked_at: string | null;
          created_at: string;
          updated_at: string;
          search_text: ColumnShape<'contacts', 'search_text', string> | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          email: string;
          name?: string;
          tags?: string[];
          state?: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | 'bounced';
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
          state?: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | 'bounced';
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
      conversation_members: {
        Row: {
          account_id: string;
          id: string;
          conversation_id: string;
          member_id: string;
          is_admin: boolean;
          from_seq: number;
          read_seq: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          conversation_id: string;
          member_id: string;
          is_admin?: boolean;
          from_seq?: number;
          read_seq?: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          conversation_id?: string;
          member_id?: string;
          is_admin?: boolean;
          from_seq?: number;
          read_seq?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'conversation_members_account_id_conversation_id_fkey';
            columns: ['account_id', 'conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'conversation_members_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'conversation_members_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      conversation_preferences: {
        Row: {
          account_id: string;
          id: string;
          conversation_id: string;
          member_id: string;
          is_muted: boolean;
          notify_level: 'all' | 'mentions';
          draft: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          conversation_id: string;
          member_id: string;
          is_muted?: boolean;
          notify_level?: 'all' | 'mentions';
          draft?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          conversation_id?: string;
          member_id?: string;
          is_muted?: boolean;
          notify_level?: 'all' | 'mentions';
          draft?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'conversation_preferences_account_id_conversation_id_member_fkey';
            columns: ['account_id', 'conversation_id', 'member_id'];
            isOneToOne: true;
            referencedRelation: 'conversation_members';
            referencedColumns: ['account_id', 'conversation_id', 'member_id'];
          },
          {
            foreignKeyName: 'conversation_preferences_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'conversation_preferences_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      conversations: {
        Row: {
          account_id: string;
          id: string;
          kind: 'direct' | 'group';
          pair: string | null;
          title: string;
          creator_id: string | null;
          last_seq: number;
          last_message_at: string;
          metered_in: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: 'direct' | 'group';
          pair?: string | null;
          title?: string;
          creator_id?: string | null;
          last_seq?: number;
          last_message_at?: string;
          metered_in?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: 'direct' | 'group';
          pair?: string | null;
          title?: string;
          creator_id?: string | null;
          last_seq?: number;
          last_message_at?: string;
          metered_in?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'conversations_account_id_creator_id_fkey';
            columns: ['account_id', 'creator_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'conversations_account_id_fkey';
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
          discount_type: 'flat' | 'percentage';
          coupon_amount: number;
          created_at: string;
          updated_at: string;
          search_text: ColumnShape<'coupons', 'search_text', string> | null;
          product_ids: string[];
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
          discount_type: 'flat' | 'percentage';
          coupon_amount: number;
          created_at?: string;
          updated_at?: string;
          product_ids?: string[];
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
          discount_type?: 'flat' | 'percentage';
          coupon_amount?: number;
          created_at?: string;
          updated_at?: string;
          product_ids?: string[];
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
      course_certificates: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          design_id: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          design_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          design_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'course_certificates_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: true;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_certificates_account_id_design_id_fkey';
            columns: ['account_id', 'design_id'];
            isOneToOne: false;
            referencedRelation: 'certificate_designs';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_certificates_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      course_cohorts: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          name: string;
          starts_at: string;
          ends_at: string | null;
          seats: number | null;
          taken: number;
          opens_at: string | null;
          closes_at: string | null;
          archived_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          name: string;
          starts_at: string;
          ends_at?: string | null;
          seats?: number | null;
          taken?: number;
          opens_at?: string | null;
          closes_at?: string | null;
          archived_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          name?: string;
          starts_at?: string;
          ends_at?: string | null;
          seats?: number | null;
          taken?: number;
          opens_at?: string | null;
          closes_at?: string | null;
          archived_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'course_cohorts_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_cohorts_account_id_fkey';
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
      course_ratings: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          rating_count: number;
          rating_sum: number;
          average: ColumnShape<'course_ratings', 'average', number>;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          rating_count: number;
          rating_sum: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          rating_count?: number;
          rating_sum?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'course_ratings_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: true;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_ratings_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      course_reviews: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          member_id: string;
          author_name: string;
          rating: number;
          body: string;
          status: 'shown' | 'waiting' | 'hidden';
          reply: string | null;
          replied_by: string | null;
          replied_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          member_id: string;
          author_name: string;
          rating: number;
          body?: string;
          status?: 'shown' | 'waiting' | 'hidden';
          reply?: string | null;
          replied_by?: string | null;
          replied_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          member_id?: string;
          author_name?: string;
          rating?: number;
          body?: string;
          status?: 'shown' | 'waiting' | 'hidden';
          reply?: string | null;
          replied_by?: string | null;
          replied_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'course_reviews_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_reviews_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'course_reviews_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'course_reviews_account_id_replied_by_fkey';
            columns: ['account_id', 'replied_by'];
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
          featured_image: ColumnShape<'courses', 'featured_image', Json> | null;
          trailer_url: string | null;
          outcomes: ColumnShape<'courses', 'outcomes', Json>;
          level: 'all' | 'beginner' | 'intermediate' | 'advanced';
          language: string;
          status: 'draft' | 'published' | 'archived';
          visibility: 'public' | 'members';
          access: 'free' | 'paid' | 'members';
          category_id: string | null;
          author_id: string | null;
          lesson_count: number;
          duration_seconds: number;
          outline_version: number;
          sort: number;
          published_at: string | null;
          created_at: string;
          updated_at: string;
          search_text: ColumnShape<'courses', 'search_text', string> | null;
          has_discussions: boolean;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          summary?: string;
          description?: string;
          featured_image?: ColumnShape<'courses', 'featured_image', Json> | null;
          trailer_url?: string | null;
          outcomes?: ColumnShape<'courses', 'outcomes', Json>;
          level?: 'all' | 'beginner' | 'intermediate' | 'advanced';
          language?: string;
          status?: 'draft' | 'published' | 'archived';
          visibility?: 'public' | 'members';
          access?: 'free' | 'paid' | 'members';
          category_id?: string | null;
          author_id?: string | null;
          lesson_count?: number;
          duration_seconds?: number;
          outline_version?: number;
          sort?: number;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
          has_discussions?: boolean;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          summary?: string;
          description?: string;
          featured_image?: ColumnShape<'courses', 'featured_image', Json> | null;
          trailer_url?: string | null;
          outcomes?: ColumnShape<'courses', 'outcomes', Json>;
          level?: 'all' | 'beginner' | 'intermediate' | 'advanced';
          language?: string;
          status?: 'draft' | 'published' | 'archived';
          visibility?: 'public' | 'members';
          access?: 'free' | 'paid' | 'members';
          category_id?: string | null;
          author_id?: string | null;
          lesson_count?: number;
          duration_seconds?: number;
          outline_version?: number;
          sort?: number;
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
          has_discussions?: boolean;
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
          publish_at: string | null;
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
          publish_at?: string | null;
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
          publish_at?: string | null;
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
          status: 'draft' | 'published';
          created_at: string;
          updated_at: string;
          search_text: ColumnShape<'docs', 'search_text', string> | null;
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
          status?: 'draft' | 'published';
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
          status?: 'draft' | 'published';
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
          state: 'pending' | 'dns_ok' | 'certificate_ok' | 'live';
          problem: 'records' | 'taken' | 'reclaimed' | 'certificate' | 'https' | 'given_up' | null;
          detail: string;
          records: ColumnShape<'domain_claims', 'records', Json>;
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
          state?: 'pending' | 'dns_ok' | 'certificate_ok' | 'live';
          problem?: 'records' | 'taken' | 'reclaimed' | 'certificate' | 'https' | 'given_up' | null;
          detail?: string;
          records?: ColumnShape<'domain_claims', 'records', Json>;
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
          state?: 'pending' | 'dns_ok' | 'certificate_ok' | 'live';
          problem?: 'records' | 'taken' | 'reclaimed' | 'certificate' | 'https' | 'given_up' | null;
          detail?: string;
          records?: ColumnShape<'domain_claims', 'records', Json>;
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
          source: 'free' | 'order' | 'membership' | 'manual';
          status: 'active' | 'ended';
          starts_at: string;
          expires_at: string | null;
          completed_at: string | null;
          created_at: string;
          updated_at: string;
          cohort_id: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          course_id: string;
          source?: 'free' | 'order' | 'membership' | 'manual';
          status?: 'active' | 'ended';
          starts_at?: string;
          expires_at?: string | null;
          completed_at?: string | null;
          created_at?: string;
          updated_at?: string;
          cohort_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          course_id?: string;
          source?: 'free' | 'order' | 'membership' | 'manual';
          status?: 'active' | 'ended';
          starts_at?: string;
          expires_at?: string | null;
          completed_at?: string | null;
          created_at?: string;
          updated_at?: string;
          cohort_id?: string | null;
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
          {
            foreignKeyName: 'enrolments_cohort_id_fkey';
            columns: ['account_id', 'cohort_id'];
            isOneToOne: false;
            referencedRelation: 'course_cohorts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      family_codes: {
        Row: {
          account_id: string;
          id: string;
          child_id: string;
          code_hash: string;
          sees_grades: boolean;
          expires_at: string;
          used_at: string | null;
          used_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          child_id: string;
          code_hash: string;
          sees_grades?: boolean;
          expires_at: string;
          used_at?: string | null;
          used_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          child_id?: string;
          code_hash?: string;
          sees_grades?: boolean;
          expires_at?: string;
          used_at?: string | null;
          used_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'family_codes_account_id_child_id_fkey';
            columns: ['account_id', 'child_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'family_codes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'family_codes_account_id_used_by_fkey';
            columns: ['account_id', 'used_by'];
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
          answers: ColumnShape<'form_submissions', 'answers', Json>;
          words: string;
          email: string;
          page: string;
          locale: string;
          address_hash: string;
          created_at: string;
          search_text: ColumnShape<'form_submissions', 'search_text', string> | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          form_id: string;
          contact_id?: string | null;
          user_id?: string | null;
          answers: ColumnShape<'form_submissions', 'answers', Json>;
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
          answers?: ColumnShape<'form_submissions', 'answers', Json>;
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
          status: 'open' | 'closed';
          fields: ColumnShape<'forms', 'fields', Json>;
          submit_label: string;
          small_print: string;
          thank_you: string;
          redirect: string;
          subscribes: boolean;
          created_at: string;
          updated_at: string;
          asks_once: boolean;
          search_text: ColumnShape<'forms', 'search_text', string> | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          status?: 'open' | 'closed';
          fields?: ColumnShape<'forms', 'fields', Json>;
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
          status?: 'open' | 'closed';
          fields?: ColumnShape<'forms', 'fields', Json>;
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
          device_info: ColumnShape<'funnel_sessions', 'device_info', Json>;
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
          device_info?: ColumnShape<'funnel_sessions', 'device_info', Json>;
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
          device_info?: ColumnShape<'funnel_sessions', 'device_info', Json>;
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
      gamification_settings: {
        Row: {
          account_id: string;
          id: string;
          is_on: boolean;
          is_public: boolean;
          keeps_reached: boolean;
          max_freezes: number;
          overlay_ms: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          is_on?: boolean;
          is_public?: boolean;
          keeps_reached?: boolean;
          max_freezes?: number;
          overlay_ms?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          is_on?: boolean;
          is_public?: boolean;
          keeps_reached?: boolean;
          max_freezes?: number;
          overlay_ms?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'gamification_settings_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      grade_changes: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          item_id: string;
          member_id: string;
          status: 'none' | 'points' | 'excused' | 'missing';
          points: number | null;
          note: string;
          is_import: boolean;
          changed_by: string | null;
          changed_at: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          item_id: string;
          member_id: string;
          status: 'none' | 'points' | 'excused' | 'missing';
          points?: number | null;
          note?: string;
          is_import?: boolean;
          changed_by?: string | null;
          changed_at: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          item_id?: string;
          member_id?: string;
          status?: 'none' | 'points' | 'excused' | 'missing';
          points?: number | null;
          note?: string;
          is_import?: boolean;
          changed_by?: string | null;
          changed_at?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'grade_changes_account_id_changed_by_fkey';
            columns: ['account_id', 'changed_by'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'grade_changes_account_id_course_id_item_id_fkey';
            columns: ['account_id', 'course_id', 'item_id'];
            isOneToOne: false;
            referencedRelation: 'grade_items';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'grade_changes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'grade_changes_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      grade_entries: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          item_id: string;
          member_id: string;
          status: 'none' | 'points' | 'excused' | 'missing';
          points: number | null;
          note: string;
          version: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          item_id: string;
          member_id: string;
          status: 'none' | 'points' | 'excused' | 'missing';
          points?: number | null;
          note?: string;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          item_id?: string;
          member_id?: string;
          status?: 'none' | 'points' | 'excused' | 'missing';
          points?: number | null;
          note?: string;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'grade_entries_account_id_course_id_item_id_fkey';
            columns: ['account_id', 'course_id', 'item_id'];
            isOneToOne: false;
            referencedRelation: 'grade_items';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'grade_entries_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'grade_entries_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      grade_groups: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          title: string;
          position: number;
          weight: number;
          drop_lowest: number;
          min_percent: number | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          title: string;
          position?: number;
          weight?: number;
          drop_lowest?: number;
          min_percent?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          title?: string;
          position?: number;
          weight?: number;
          drop_lowest?: number;
          min_percent?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'grade_groups_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'grade_groups_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      grade_items: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          group_id: string | null;
          lesson_id: string | null;
          title: string | null;
          points: number | null;
          position: number;
          is_shown: boolean;
          is_counted: boolean;
          archived_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          group_id?: string | null;
          lesson_id?: string | null;
          title?: string | null;
          points?: number | null;
          position?: number;
          is_shown?: boolean;
          is_counted?: boolean;
          archived_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          group_id?: string | null;
          lesson_id?: string | null;
          title?: string | null;
          points?: number | null;
          position?: number;
          is_shown?: boolean;
          is_counted?: boolean;
          archived_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'grade_items_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'grade_items_account_id_course_id_group_id_fkey';
            columns: ['account_id', 'course_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'grade_groups';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'grade_items_account_id_course_id_lesson_id_fkey';
            columns: ['account_id', 'course_id', 'lesson_id'];
            isOneToOne: true;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'grade_items_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      grade_schemes: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          weighting: 'points' | 'groups';
          missing: 'ignore' | 'zero';
          pass_percent: number | null;
          letters: ColumnShape<'grade_schemes', 'letters', Json>;
          is_shown: boolean;
          version: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          weighting?: 'points' | 'groups';
          missing?: 'ignore' | 'zero';
          pass_percent?: number | null;
          letters?: ColumnShape<'grade_schemes', 'letters', Json>;
          is_shown?: boolean;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          weighting?: 'points' | 'groups';
          missing?: 'ignore' | 'zero';
          pass_percent?: number | null;
          letters?: ColumnShape<'grade_schemes', 'letters', Json>;
          is_shown?: boolean;
          version?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'grade_schemes_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: true;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'grade_schemes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      group_event_answers: {
        Row: {
          account_id: string;
          id: string;
          event_id: string;
          member_id: string;
          answer: 'going' | 'maybe' | 'no';
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          event_id: string;
          member_id: string;
          answer: 'going' | 'maybe' | 'no';
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          event_id?: string;
          member_id?: string;
          answer?: 'going' | 'maybe' | 'no';
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'group_event_answers_account_id_event_id_fkey';
            columns: ['account_id', 'event_id'];
            isOneToOne: false;
            referencedRelation: 'group_events';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'group_event_answers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'group_event_answers_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      group_events: {
        Row: {
          account_id: string;
          id: string;
          group_id: string;
          member_id: string | null;
          title: string;
          description: string;
          starts_at: string;
          ends_at: string;
          time_zone: string;
          place: string;
          link: string;
          going_count: number;
          maybe_count: number;
          reminded_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          group_id: string;
          member_id?: string | null;
          title: string;
          description?: string;
          starts_at: string;
          ends_at: string;
          time_zone: string;
          place?: string;
          link?: string;
          going_count?: number;
          maybe_count?: number;
          reminded_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          group_id?: string;
          member_id?: string | null;
          title?: string;
          description?: string;
          starts_at?: string;
          ends_at?: string;
          time_zone?: string;
          place?: string;
          link?: string;
          going_count?: number;
          maybe_count?: number;
          reminded_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'group_events_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'group_events_account_id_group_id_fkey';
            columns: ['account_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'groups';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'group_events_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      group_grants: {
        Row: {
          account_id: string;
          id: string;
          group_source_id: string;
          group_id: string;
          member_id: string;
          until: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          group_source_id: string;
          group_id: string;
          member_id: string;
          until?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          group_source_id?: string;
          group_id?: string;
          member_id?: string;
          until?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'group_grants_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'group_grants_account_id_group_id_fkey';
            columns: ['account_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'groups';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'group_grants_account_id_group_source_id_fkey';
            columns: ['account_id', 'group_source_id'];
            isOneToOne: false;
            referencedRelation: 'group_sources';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'group_grants_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      group_members: {
        Row: {
          account_id: string;
          id: string;
          group_id: string;
          member_id: string;
          created_at: string;
          role: 'owner' | 'moderator' | 'member';
          is_muted: boolean;
          notify_level: 'none' | 'mentions' | 'daily' | 'weekly' | 'each';
          seen_at: string | null;
          digested_to: string;
          is_granted: boolean;
        };
        Insert: {
          account_id: string;
          id?: string;
          group_id: string;
          member_id: string;
          created_at?: string;
          role?: 'owner' | 'moderator' | 'member';
          is_muted?: boolean;
          notify_level?: 'none' | 'mentions' | 'daily' | 'weekly' | 'each';
          seen_at?: string | null;
          digested_to?: string;
          is_granted?: boolean;
        };
        Update: {
          account_id?: string;
          id?: string;
          group_id?: string;
          member_id?: string;
          created_at?: string;
          role?: 'owner' | 'moderator' | 'member';
          is_muted?: boolean;
          notify_level?: 'none' | 'mentions' | 'daily' | 'weekly' | 'each';
          seen_at?: string | null;
          digested_to?: string;
          is_granted?: boolean;
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
      group_requests: {
        Row: {
          account_id: string;
          id: string;
          group_id: string;
          member_id: string;
          kind: 'request' | 'invitation' | 'ban';
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          group_id: string;
          member_id: string;
          kind: 'request' | 'invitation' | 'ban';
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          group_id?: string;
          member_id?: string;
          kind?: 'request' | 'invitation' | 'ban';
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'group_requests_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'group_requests_account_id_group_id_fkey';
            columns: ['account_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'groups';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'group_requests_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      group_sources: {
        Row: {
          account_id: string;
          id: string;
          group_id: string;
          kind: 'course' | 'product';
          source_id: string;
          title: string;
          path: string;
          is_offered: boolean;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          group_id: string;
          kind: 'course' | 'product';
          source_id: string;
          title: string;
          path: string;
          is_offered?: boolean;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          group_id?: string;
          kind?: 'course' | 'product';
          source_id?: string;
          title?: string;
          path?: string;
          is_offered?: boolean;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'group_sources_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'group_sources_account_id_group_id_fkey';
            columns: ['account_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'groups';
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
          visibility: 'public' | 'private';
          created_at: string;
          updated_at: string;
          member_count: number;
          search_text: ColumnShape<'groups', 'search_text', string> | null;
          join_by: 'request' | 'invitation' | 'access';
          rules: string;
          welcome: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          slug: string;
          title: string;
          description?: string;
          cover?: string | null;
          visibility?: 'public' | 'private';
          created_at?: string;
          updated_at?: string;
          member_count?: number;
          join_by?: 'request' | 'invitation' | 'access';
          rules?: string;
          welcome?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          slug?: string;
          title?: string;
          description?: string;
          cover?: string | null;
          visibility?: 'public' | 'private';
          created_at?: string;
          updated_at?: string;
          member_count?: number;
          join_by?: 'request' | 'invitation' | 'access';
          rules?: string;
          welcome?: string;
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
          sees_grades: boolean;
        };
        Insert: {
          account_id: string;
          id?: string;
          parent_id: string;
          child_id: string;
          created_at?: string;
          asked_by?: string | null;
          confirmed_at?: string | null;
          sees_grades?: boolean;
        };
        Update: {
          account_id?: string;
          id?: string;
          parent_id?: string;
          child_id?: string;
          created_at?: string;
          asked_by?: string | null;
          confirmed_at?: string | null;
          sees_grades?: boolean;
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
      invoice_settings: {
        Row: {
          account_id: string;
          prefix: string;
          credit_note_prefix: string;
          has_year: boolean;
          digits: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          prefix?: string;
          credit_note_prefix?: string;
          has_year?: boolean;
          digits?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          prefix?: string;
          credit_note_prefix?: string;
          has_year?: boolean;
          digits?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'invoice_settings_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      invoices: {
        Row: {
          account_id: string;
          id: string;
          number: string;
          provider: 'offline' | 'stripe';
          reference: string | null;
          plan_id: string | null;
          period: 'monthly' | 'annual' | 'onetime';
          currency: string;
          amount: number;
          status: 'open' | 'paid' | 'void' | 'uncollectible';
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
          provider: 'offline' | 'stripe';
          reference?: string | null;
          plan_id?: string | null;
          period: 'monthly' | 'annual' | 'onetime';
          currency: string;
          amount: number;
          status?: 'open' | 'paid' | 'void' | 'uncollectible';
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
          provider?: 'offline' | 'stripe';
          reference?: string | null;
          plan_id?: string | null;
          period?: 'monthly' | 'annual' | 'onetime';
          currency?: string;
          amount?: number;
          status?: 'open' | 'paid' | 'void' | 'uncollectible';
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
      ledger_entries: {
        Row: {
          account_id: string;
          id: string;
          transaction_id: string;
          position: number;
          code: string;
          kind: ColumnShape<'ledger_entries', 'kind', string>;
          currency: string;
          amount: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          transaction_id: string;
          position: number;
          code: string;
          currency: string;
          amount: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          transaction_id?: string;
          position?: number;
          code?: string;
          currency?: string;
          amount?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ledger_entries_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'ledger_entries_account_id_transaction_id_fkey';
            columns: ['account_id', 'transaction_id'];
            isOneToOne: false;
            referencedRelation: 'ledger_transactions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      ledger_transactions: {
        Row: {
          account_id: string;
          id: string;
          kind: 'order' | 'refund' | 'chargeback' | 'fee' | 'payout' | 'tax' | 'commission' | 'credit' | 'adjustment';
          subject: string;
          reference: string;
          memo: string;
          occurred_at: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: 'order' | 'refund' | 'chargeback' | 'fee' | 'payout' | 'tax' | 'commission' | 'credit' | 'adjustment';
          subject: string;
          reference: string;
          memo?: string;
          occurred_at: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: 'order' | 'refund' | 'chargeback' | 'fee' | 'payout' | 'tax' | 'commission' | 'credit' | 'adjustment';
          subject?: string;
          reference?: string;
          memo?: string;
          occurred_at?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ledger_transactions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
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
      lesson_notes: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          course_id: string;
          lesson_id: string;
          seconds: number | null;
          body: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          course_id: string;
          lesson_id: string;
          seconds?: number | null;
          body?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          course_id?: string;
          lesson_id?: string;
          seconds?: number | null;
          body?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lesson_notes_account_id_course_id_lesson_id_fkey';
            columns: ['account_id', 'course_id', 'lesson_id'];
            isOneToOne: false;
            referencedRelation: 'lessons';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'lesson_notes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'lesson_notes_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
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
          watched: ColumnShape<'lesson_progress', 'watched', Json>;
          seen_at: string;
          created_at: string;
          updated_at: string;
          finished_at: string | null;
          dwell_seconds: number;
          beat_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          course_id: string;
          lesson_id: string;
          completed_at?: string | null;
          position_seconds?: number;
          watched?: ColumnShape<'lesson_progress', 'watched', Json>;
          seen_at?: string;
          created_at?: string;
          updated_at?: string;
          finished_at?: string | null;
          dwell_seconds?: number;
          beat_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          course_id?: string;
          lesson_id?: string;
          completed_at?: string | null;
          position_seconds?: number;
          watched?: ColumnShape<'lesson_progress', 'watched', Json>;
          seen_at?: string;
          created_at?: string;
          updated_at?: string;
          finished_at?: string | null;
          dwell_seconds?: number;
          beat_at?: string | null;
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
          version: number;
          completion: 'kind' | 'viewed' | 'dwell' | 'watched' | 'manual';
          completion_amount: number;
          no_skip: boolean;
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
          version?: number;
          completion?: 'kind' | 'viewed' | 'dwell' | 'watched' | 'manual';
          completion_amount?: number;
          no_skip?: boolean;
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
          version?: number;
          completion?: 'kind' | 'viewed' | 'dwell' | 'watched' | 'manual';
          completion_amount?: number;
          no_skip?: boolean;
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
          kind: ColumnShape<'media_files', 'kind', string>;
          bytes: number;
          width: number | null;
          height: number | null;
          alt: ColumnShape<'media_files', 'alt', Json>;
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
          alt?: ColumnShape<'media_files', 'alt', Json>;
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
          alt?: ColumnShape<'media_files', 'alt', Json>;
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
      member_badges: {
        Row: {
          account_id: string;
          id: string;
          badge_id: string;
          member_id: string;
          awarded_by: string | null;
          is_by_hand: boolean;
          awarded_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          badge_id: string;
          member_id: string;
          awarded_by?: string | null;
          is_by_hand?: boolean;
          awarded_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          badge_id?: string;
          member_id?: string;
          awarded_by?: string | null;
          is_by_hand?: boolean;
          awarded_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_badges_account_id_awarded_by_fkey';
            columns: ['account_id', 'awarded_by'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_badges_account_id_badge_id_fkey';
            columns: ['account_id', 'badge_id'];
            isOneToOne: false;
            referencedRelation: 'badges';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_badges_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_badges_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      member_blocks: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          blocked_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          blocked_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          blocked_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_blocks_account_id_blocked_id_fkey';
            columns: ['account_id', 'blocked_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_blocks_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_blocks_account_id_member_id_fkey';
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
          type: 'text' | 'long_text' | 'number' | 'date' | 'choice' | 'yes_no' | 'link' | 'country';
          options: string[];
          is_required: boolean;
          on_sign_up: boolean;
          visibility: 'staff' | 'members' | 'everyone';
          position: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          label: string;
          hint?: string;
          type: 'text' | 'long_text' | 'number' | 'date' | 'choice' | 'yes_no' | 'link' | 'country';
          options?: string[];
          is_required?: boolean;
          on_sign_up?: boolean;
          visibility?: 'staff' | 'members' | 'everyone';
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          label?: string;
          hint?: string;
          type?: 'text' | 'long_text' | 'number' | 'date' | 'choice' | 'yes_no' | 'link' | 'country';
          options?: string[];
          is_required?: boolean;
          on_sign_up?: boolean;
          visibility?: 'staff' | 'members' | 'everyone';
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
          outcome: 'waiting' | 'invited' | 'member' | 'already_invited' | 'duplicate' | 'invalid_email' | 'unknown_role' | 'forbidden_role' | 'no_place' | 'failed';
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
          outcome: 'waiting' | 'invited' | 'member' | 'already_invited' | 'duplicate' | 'invalid_email' | 'unknown_role' | 'forbidden_role' | 'no_place' | 'failed';
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
          outcome?: 'waiting' | 'invited' | 'member' | 'already_invited' | 'duplicate' | 'invalid_email' | 'unknown_role' | 'forbidden_role' | 'no_place' | 'failed';
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
      member_scores: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          points: number;
          top_points: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          points?: number;
          top_points?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          points?: number;
          top_points?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'member_scores_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_scores_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: true;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      member_segments: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          filter: ColumnShape<'member_segments', 'filter', Json>;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          filter: ColumnShape<'member_segments', 'filter', Json>;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          filter?: ColumnShape<'member_segments', 'filter', Json>;
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
      member_subscriptions: {
        Row: {
          account_id: string;
          id: string;
          member_id: string | null;
          user_id: string | null;
          order_id: string;
          order_item_id: string;
          product_id: string | null;
          title: string;
          price_kind: 'subscription' | 'instalments';
          quantity: number;
          amount: number;
          currency: string;
          frequency: ColumnShape<'member_subscriptions', 'frequency', Json>;
          cycles: number | null;
          paid_count: number;
          status: 'trialing' | 'active' | 'past_due' | 'paused' | 'ended';
          anchor_at: string;
          anchor_position: number;
          period_start: string;
          period_end: string;
          trial_ends_at: string | null;
          cancel_at_period_end: boolean;
          paused_until: string | null;
          attempt: number;
          next_run_at: string | null;
          ended_at: string | null;
          end_reason: 'cancelled' | 'completed' | 'unpaid' | null;
          created_at: string;
          updated_at: string;
          payment_method_id: string | null;
          price_id: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id?: string | null;
          user_id?: string | null;
          order_id: string;
          order_item_id: string;
          product_id?: string | null;
          title: string;
          price_kind: 'subscription' | 'instalments';
          quantity: number;
          amount: number;
          currency: string;
          frequency: ColumnShape<'member_subscriptions', 'frequency', Json>;
          cycles?: number | null;
          paid_count?: number;
          status: 'trialing' | 'active' | 'past_due' | 'paused' | 'ended';
          anchor_at: string;
          anchor_position?: number;
          period_start: string;
          period_end: string;
          trial_ends_at?: string | null;
          cancel_at_period_end?: boolean;
          paused_until?: string | null;
          attempt?: number;
          next_run_at?: string | null;
          ended_at?: string | null;
          end_reason?: 'cancelled' | 'completed' | 'unpaid' | null;
          created_at?: string;
          updated_at?: string;
          payment_method_id?: string | null;
          price_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string | null;
          user_id?: string | null;
          order_id?: string;
          order_item_id?: string;
          product_id?: string | null;
          title?: string;
          price_kind?: 'subscription' | 'instalments';
          quantity?: number;
          amount?: number;
          currency?: string;
          frequency?: ColumnShape<'member_subscriptions', 'frequency', Json>;
          cycles?: number | null;
          paid_count?: number;
          status?: 'trialing' | 'active' | 'past_due' | 'paused' | 'ended';
          anchor_at?: string;
          anchor_position?: number;
          period_start?: string;
          period_end?: string;
          trial_ends_at?: string | null;
          cancel_at_period_end?: boolean;
          paused_until?: string | null;
          attempt?: number;
          next_run_at?: string | null;
          ended_at?: string | null;
          end_reason?: 'cancelled' | 'completed' | 'unpaid' | null;
          created_at?: string;
          updated_at?: string;
          payment_method_id?: string | null;
          price_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'member_subscriptions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'member_subscriptions_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_subscriptions_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_subscriptions_account_id_order_item_id_fkey';
            columns: ['account_id', 'order_item_id'];
            isOneToOne: true;
            referencedRelation: 'order_items';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_subscriptions_account_id_payment_method_id_fkey';
            columns: ['account_id', 'payment_method_id'];
            isOneToOne: false;
            referencedRelation: 'payment_methods';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_subscriptions_account_id_price_id_fkey';
            columns: ['account_id', 'price_id'];
            isOneToOne: false;
            referencedRelation: 'prices';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_subscriptions_account_id_product_id_fkey';
            columns: ['account_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'member_subscriptions_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
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
          search_name: ColumnShape<'members', 'search_name', string> | null;
          search_text: ColumnShape<'members', 'search_text', string> | null;
          last_seen_at: string | null;
          course_count: number;
          accepted: ColumnShape<'members', 'accepted', Json> | null;
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
          accepted?: ColumnShape<'members', 'accepted', Json> | null;
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
          accepted?: ColumnShape<'members', 'accepted', Json> | null;
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
      message_attachments: {
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
            foreignKeyName: 'message_attachments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'message_attachments_account_id_message_id_fkey';
            columns: ['account_id', 'message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      message_reactions: {
        Row: {
          account_id: string;
          id: string;
          message_id: string;
          member_id: string;
          reaction: 'like' | 'love' | 'laugh' | 'celebrate' | 'thanks';
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          message_id: string;
          member_id: string;
          reaction: 'like' | 'love' | 'laugh' | 'celebrate' | 'thanks';
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          message_id?: string;
          member_id?: string;
          reaction?: 'like' | 'love' | 'laugh' | 'celebrate' | 'thanks';
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'message_reactions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'message_reactions_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'message_reactions_account_id_message_id_fkey';
            columns: ['account_id', 'message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      message_reports: {
        Row: {
          account_id: string;
          id: string;
          message_id: string | null;
          member_id: string | null;
          author_id: string | null;
          author_name: string;
          body: string;
          reason: string;
          state: 'open' | 'removed' | 'dismissed';
          decided_at: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          message_id?: string | null;
          member_id?: string | null;
          author_id?: string | null;
          author_name: string;
          body: string;
          reason?: string;
          state?: 'open' | 'removed' | 'dismissed';
          decided_at?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          message_id?: string | null;
          member_id?: string | null;
          author_id?: string | null;
          author_name?: string;
          body?: string;
          reason?: string;
          state?: 'open' | 'removed' | 'dismissed';
          decided_at?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'message_reports_account_id_author_id_fkey';
            columns: ['account_id', 'author_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'message_reports_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'message_reports_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'message_reports_account_id_message_id_fkey';
            columns: ['account_id', 'message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      message_settings: {
        Row: {
          account_id: string;
          member_messages: 'everyone' | 'staff';
          updated_at: string;
        };
        Insert: {
          account_id: string;
          member_messages?: 'everyone' | 'staff';
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          member_messages?: 'everyone' | 'staff';
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'message_settings_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      messages: {
        Row: {
          account_id: string;
          id: string;
          conversation_id: string;
          seq: number;
          client_id: string;
          member_id: string | null;
          author_name: string;
          body: string;
          reply_to_id: string | null;
          edited_at: string | null;
          deleted_at: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          conversation_id: string;
          seq: number;
          client_id: string;
          member_id?: string | null;
          author_name: string;
          body: string;
          reply_to_id?: string | null;
          edited_at?: string | null;
          deleted_at?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          conversation_id?: string;
          seq?: number;
          client_id?: string;
          member_id?: string | null;
          author_name?: string;
          body?: string;
          reply_to_id?: string | null;
          edited_at?: string | null;
          deleted_at?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'messages_account_id_conversation_id_fkey';
            columns: ['account_id', 'conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'messages_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'messages_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'messages_account_id_reply_to_id_fkey';
            columns: ['account_id', 'reply_to_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['account_id', 'id'];
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
          email_rhythm: 'soon' | 'daily' | 'weekly';
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
          email_rhythm?: 'soon' | 'daily' | 'weekly';
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
          email_rhythm?: 'soon' | 'daily' | 'weekly';
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
      office_hours: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          time_zone: string;
          hours: ColumnShape<'office_hours', 'hours', Json>;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          time_zone: string;
          hours: ColumnShape<'office_hours', 'hours', Json>;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          time_zone?: string;
          hours?: ColumnShape<'office_hours', 'hours', Json>;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'office_hours_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'office_hours_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: true;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      open_badges: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          certificate_id: string | null;
          badge_id: string | null;
          holder: string;
          name: string;
          description: string;
          issuer: string;
          language: string | null;
          salt: string;
          email_hash: string;
          status_index: number;
          is_on_card: boolean;
          awarded_at: string;
          expires_at: string | null;
          revoked_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          certificate_id?: string | null;
          badge_id?: string | null;
          holder: string;
          name: string;
          description?: string;
          issuer: string;
          language?: string | null;
          salt: string;
          email_hash: string;
          status_index: number;
          is_on_card?: boolean;
          awarded_at: string;
          expires_at?: string | null;
          revoked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          certificate_id?: string | null;
          badge_id?: string | null;
          holder?: string;
          name?: string;
          description?: string;
          issuer?: string;
          language?: string | null;
          salt?: string;
          email_hash?: string;
          status_index?: number;
          is_on_card?: boolean;
          awarded_at?: string;
          expires_at?: string | null;
          revoked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'open_badges_account_id_badge_id_fkey';
            columns: ['account_id', 'badge_id'];
            isOneToOne: false;
            referencedRelation: 'badges';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'open_badges_account_id_certificate_id_fkey';
            columns: ['account_id', 'certificate_id'];
            isOneToOne: false;
            referencedRelation: 'certificates';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'open_badges_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'open_badges_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      options: {
        Row: {
          account_id: string;
          key: string;
          value: ColumnShape<'options', 'value', Json>;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          key: string;
          value: ColumnShape<'options', 'value', Json>;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          key?: string;
          value?: ColumnShape<'options', 'value', Json>;
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
      order_disputes: {
        Row: {
          account_id: string;
          id: string;
          order_id: string;
          payment_refund_id: string;
          amount: number;
          currency: string;
          status: 'open' | 'won' | 'lost';
          opened_at: string;
          closed_at: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          order_id: string;
          payment_refund_id: string;
          amount: number;
          currency: string;
          status?: 'open' | 'won' | 'lost';
          opened_at: string;
          closed_at?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          order_id?: string;
          payment_refund_id?: string;
          amount?: number;
          currency?: string;
          status?: 'open' | 'won' | 'lost';
          opened_at?: string;
          closed_at?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_disputes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'order_disputes_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'order_disputes_account_id_payment_refund_id_fkey';
            columns: ['account_id', 'payment_refund_id'];
            isOneToOne: true;
            referencedRelation: 'payment_refunds';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      order_invoices: {
        Row: {
          account_id: string;
          id: string;
          number: string;
          kind: 'invoice' | 'credit_note';
          order_id: string;
          refund_id: string | null;
          invoice_id: string | null;
          issued_at: string;
          locale: string;
          currency: string;
          net: number;
          tax: number;
          total: number;
          document: ColumnShape<'order_invoices', 'document', Json>;
          search_text: ColumnShape<'order_invoices', 'search_text', string> | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          number: string;
          kind: 'invoice' | 'credit_note';
          order_id: string;
          refund_id?: string | null;
          invoice_id?: string | null;
          issued_at: string;
          locale: string;
          currency: string;
          net: number;
          tax: number;
          total: number;
          document: ColumnShape<'order_invoices', 'document', Json>;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          number?: string;
          kind?: 'invoice' | 'credit_note';
          order_id?: string;
          refund_id?: string | null;
          invoice_id?: string | null;
          issued_at?: string;
          locale?: string;
          currency?: string;
          net?: number;
          tax?: number;
          total?: number;
          document?: ColumnShape<'order_invoices', 'document', Json>;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_invoices_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'order_invoices_account_id_invoice_id_fkey';
            columns: ['account_id', 'invoice_id'];
            isOneToOne: false;
            referencedRelation: 'order_invoices';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'order_invoices_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'order_invoices_account_id_refund_id_fkey';
            columns: ['account_id', 'refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['account_id', 'id'];
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
          type: 'course' | 'membership' | 'digital' | 'bundle' | 'physical' | 'seats' | 'gift';
          quantity: number;
          amount: number;
          frequency: ColumnShape<'order_items', 'frequency', Json> | null;
          position: number;
          created_at: string;
          discount: number;
          refunded_quantity: number;
          refunded: number;
          revoked_at: string | null;
          price_kind: 'once' | 'subscription' | 'instalments' | 'pay_what_you_want';
          renewal_amount: number | null;
          cycles: number | null;
          trial_days: number;
          setup_fee: number;
          access_until: string | null;
          tax: number;
          tax_rate: number;
          tax_category: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'export' | 'outside';
          tax_name: string;
          seats: number | null;
          stock_taken: number;
          upsell_id: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          order_id: string;
          product_id?: string | null;
          price_id?: string | null;
          title: string;
          type: 'course' | 'membership' | 'digital' | 'bundle' | 'physical' | 'seats' | 'gift';
          quantity: number;
          amount: number;
          frequency?: ColumnShape<'order_items', 'frequency', Json> | null;
          position: number;
          created_at?: string;
          discount?: number;
          refunded_quantity?: number;
          refunded?: number;
          revoked_at?: string | null;
          price_kind?: 'once' | 'subscription' | 'instalments' | 'pay_what_you_want';
          renewal_amount?: number | null;
          cycles?: number | null;
          trial_days?: number;
          setup_fee?: number;
          access_until?: string | null;
          tax?: number;
          tax_rate?: number;
          tax_category?: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'export' | 'outside';
          tax_name?: string;
          seats?: number | null;
          stock_taken?: number;
          upsell_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          order_id?: string;
          product_id?: string | null;
          price_id?: string | null;
          title?: string;
          type?: 'course' | 'membership' | 'digital' | 'bundle' | 'physical' | 'seats' | 'gift';
          quantity?: number;
          amount?: number;
          frequency?: ColumnShape<'order_items', 'frequency', Json> | null;
          position?: number;
          created_at?: string;
          discount?: number;
          refunded_quantity?: number;
          refunded?: number;
          revoked_at?: string | null;
          price_kind?: 'once' | 'subscription' | 'instalments' | 'pay_what_you_want';
          renewal_amount?: number | null;
          cycles?: number | null;
          trial_days?: number;
          setup_fee?: number;
          access_until?: string | null;
          tax?: number;
          tax_rate?: number;
          tax_category?: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'export' | 'outside';
          tax_name?: string;
          seats?: number | null;
          stock_taken?: number;
          upsell_id?: string | null;
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
          {
            foreignKeyName: 'order_items_account_id_upsell_id_fkey';
            columns: ['account_id', 'upsell_id'];
            isOneToOne: false;
            referencedRelation: 'upsells';
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
          billing_address: ColumnShape<'orders', 'billing_address', Json>;
          coupon: string | null;
          status: 'pending' | 'paid' | 'disputed' | 'cancelled' | 'refunded';
          provider: 'offline' | 'stripe' | 'paypal' | 'razorpay';
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
          search_text: ColumnShape<'orders', 'search_text', string> | null;
          refunded: number;
          prices_include_tax: boolean;
          tax_country: string | null;
          referrals: string[];
          credit: number;
        };
        Insert: {
          account_id: string;
          id?: string;
          number: number;
          user_id?: string | null;
          member_id?: string | null;
          email: string;
          customer_name: string;
          billing_address?: ColumnShape<'orders', 'billing_address', Json>;
          coupon?: string | null;
          status?: 'pending' | 'paid' | 'disputed' | 'cancelled' | 'refunded';
          provider?: 'offline' | 'stripe' | 'paypal' | 'razorpay';
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
          refunded?: number;
          prices_include_tax?: boolean;
          tax_country?: string | null;
          referrals?: string[];
          credit?: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          number?: number;
          user_id?: string | null;
          member_id?: string | null;
          email?: string;
          customer_name?: string;
          billing_address?: ColumnShape<'orders', 'billing_address', Json>;
          coupon?: string | null;
          status?: 'pending' | 'paid' | 'disputed' | 'cancelled' | 'refunded';
          provider?: 'offline' | 'stripe' | 'paypal' | 'razorpay';
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
          refunded?: number;
          prices_include_tax?: boolean;
          tax_country?: string | null;
          referrals?: string[];
          credit?: number;
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
          data: ColumnShape<'page_drafts', 'data', Json>;
          settings: ColumnShape<'page_drafts', 'settings', Json>;
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
          data: ColumnShape<'page_drafts', 'data', Json>;
          settings?: ColumnShape<'page_drafts', 'settings', Json>;
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
          data?: ColumnShape<'page_drafts', 'data', Json>;
          settings?: ColumnShape<'page_drafts', 'settings', Json>;
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
      pages: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          content: ColumnShape<'pages', 'content', Json>;
          settings: ColumnShape<'pages', 'settings', Json>;
          status: 'draft' | 'published';
          published_at: string | null;
          created_at: string;
          updated_at: string;
          kind: 'page' | 'section';
          search_text: ColumnShape<'pages', 'search_text', string> | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          content?: ColumnShape<'pages', 'content', Json>;
          settings?: ColumnShape<'pages', 'settings', Json>;
          status?: 'draft' | 'published';
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
          kind?: 'page' | 'section';
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          content?: ColumnShape<'pages', 'content', Json>;
          settings?: ColumnShape<'pages', 'settings', Json>;
          status?: 'draft' | 'published';
          published_at?: string | null;
          created_at?: string;
          updated_at?: string;
          kind?: 'page' | 'section';
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
      payment_differences: {
        Row: {
          account_id: string;
          id: string;
          provider: 'stripe' | 'paypal' | 'razorpay';
          kind: 'missing_here' | 'missing_there' | 'amount';
          reference: string;
          payment_id: string | null;
          amount: number;
          currency: string;
          occurred_at: string;
          found_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          provider: 'stripe' | 'paypal' | 'razorpay';
          kind: 'missing_here' | 'missing_there' | 'amount';
          reference: string;
          payment_id?: string | null;
          amount: number;
          currency: string;
          occurred_at: string;
          found_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          provider?: 'stripe' | 'paypal' | 'razorpay';
          kind?: 'missing_here' | 'missing_there' | 'amount';
          reference?: string;
          payment_id?: string | null;
          amount?: number;
          currency?: string;
          occurred_at?: string;
          found_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_differences_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'payment_differences_account_id_payment_id_fkey';
            columns: ['account_id', 'payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      payment_methods: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          provider: 'stripe' | 'paypal' | 'razorpay';
          provider_reference: string;
          customer_reference: string;
          brand: string;
          last4: string;
          exp_month: number | null;
          exp_year: number | null;
          created_at: string;
          updated_at: string;
          email: string;
          is_default: boolean;
          announced_expiry: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          provider: 'stripe' | 'paypal' | 'razorpay';
          provider_reference: string;
          customer_reference?: string;
          brand?: string;
          last4?: string;
          exp_month?: number | null;
          exp_year?: number | null;
          created_at?: string;
          updated_at?: string;
          email?: string;
          is_default?: boolean;
          announced_expiry?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          provider?: 'stripe' | 'paypal' | 'razorpay';
          provider_reference?: string;
          customer_reference?: string;
          brand?: string;
          last4?: string;
          exp_month?: number | null;
          exp_year?: number | null;
          created_at?: string;
          updated_at?: string;
          email?: string;
          is_default?: boolean;
          announced_expiry?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_methods_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'payment_methods_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_providers: {
        Row: {
          account_id: string;
          id: string;
          provider: 'offline' | 'stripe' | 'paypal' | 'razorpay';
          is_enabled: boolean;
          is_test: boolean;
          key_hint: string;
          sealed_keys: string | null;
          checked_at: string | null;
          last_event_at: string | null;
          reconciled_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          provider: 'offline' | 'stripe' | 'paypal' | 'razorpay';
          is_enabled?: boolean;
          is_test?: boolean;
          key_hint?: string;
          sealed_keys?: string | null;
          checked_at?: string | null;
          last_event_at?: string | null;
          reconciled_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          provider?: 'offline' | 'stripe' | 'paypal' | 'razorpay';
          is_enabled?: boolean;
          is_test?: boolean;
          key_hint?: string;
          sealed_keys?: string | null;
          checked_at?: string | null;
          last_event_at?: string | null;
          reconciled_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_providers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      payment_refunds: {
        Row: {
          account_id: string;
          id: string;
          payment_id: string;
          origin: 'shop' | 'excess' | 'provider';
          kind: 'refund' | 'chargeback';
          amount: number;
          status: 'pending' | 'succeeded' | 'failed';
          provider_reference: string | null;
          failure_code: string | null;
          idempotency_key: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          payment_id: string;
          origin: 'shop' | 'excess' | 'provider';
          kind?: 'refund' | 'chargeback';
          amount: number;
          status?: 'pending' | 'succeeded' | 'failed';
          provider_reference?: string | null;
          failure_code?: string | null;
          idempotency_key?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          payment_id?: string;
          origin?: 'shop' | 'excess' | 'provider';
          kind?: 'refund' | 'chargeback';
          amount?: number;
          status?: 'pending' | 'succeeded' | 'failed';
          provider_reference?: string | null;
          failure_code?: string | null;
          idempotency_key?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_refunds_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'payment_refunds_account_id_payment_id_fkey';
            columns: ['account_id', 'payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      payment_setups: {
        Row: {
          account_id: string;
          id: string;
          user_id: string;
          provider: 'stripe' | 'paypal';
          is_test: boolean;
          subject: string | null;
          status: 'created' | 'pending' | 'succeeded' | 'cancelled';
          provider_reference: string | null;
          url: string | null;
          payment_method_id: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          user_id: string;
          provider: 'stripe' | 'paypal';
          is_test: boolean;
          subject?: string | null;
          status?: 'created' | 'pending' | 'succeeded' | 'cancelled';
          provider_reference?: string | null;
          url?: string | null;
          payment_method_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          user_id?: string;
          provider?: 'stripe' | 'paypal';
          is_test?: boolean;
          subject?: string | null;
          status?: 'created' | 'pending' | 'succeeded' | 'cancelled';
          provider_reference?: string | null;
          url?: string | null;
          payment_method_id?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_setups_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'payment_setups_account_id_payment_method_id_fkey';
            columns: ['account_id', 'payment_method_id'];
            isOneToOne: false;
            referencedRelation: 'payment_methods';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'payment_setups_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          account_id: string;
          id: string;
          subject: string;
          user_id: string | null;
          provider: 'stripe' | 'paypal' | 'razorpay';
          is_test: boolean;
          amount: number;
          currency: string;
          status: 'created' | 'pending' | 'succeeded' | 'failed' | 'cancelled';
          provider_reference: string | null;
          url: string | null;
          url_expires_at: string | null;
          failure_code: string | null;
          fee: number | null;
          fee_currency: string | null;
          refunded: number;
          payment_method_id: string | null;
          idempotency_key: string | null;
          succeeded_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          subject: string;
          user_id?: string | null;
          provider: 'stripe' | 'paypal' | 'razorpay';
          is_test: boolean;
          amount: number;
          currency: string;
          status?: 'created' | 'pending' | 'succeeded' | 'failed' | 'cancelled';
          provider_reference?: string | null;
          url?: string | null;
          url_expires_at?: string | null;
          failure_code?: string | null;
          fee?: number | null;
          fee_currency?: string | null;
          refunded?: number;
          payment_method_id?: string | null;
          idempotency_key?: string | null;
          succeeded_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          subject?: string;
          user_id?: string | null;
          provider?: 'stripe' | 'paypal' | 'razorpay';
          is_test?: boolean;
          amount?: number;
          currency?: string;
          status?: 'created' | 'pending' | 'succeeded' | 'failed' | 'cancelled';
          provider_reference?: string | null;
          url?: string | null;
          url_expires_at?: string | null;
          failure_code?: string | null;
          fee?: number | null;
          fee_currency?: string | null;
          refunded?: number;
          payment_method_id?: string | null;
          idempotency_key?: string | null;
          succeeded_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'payments_account_id_payment_method_id_fkey';
            columns: ['account_id', 'payment_method_id'];
            isOneToOne: false;
            referencedRelation: 'payment_methods';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'payments_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      plans: {
        Row: {
          id: string;
          label: string;
          description: string;
          currency: string;
          pricing: ColumnShape<'plans', 'pricing', Json>;
          features: ('lms' | 'groups' | 'appointments' | 'single_session')[];
          limits: ColumnShape<'plans', 'limits', Json>;
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
          pricing: ColumnShape<'plans', 'pricing', Json>;
          features?: ('lms' | 'groups' | 'appointments' | 'single_session')[];
          limits?: ColumnShape<'plans', 'limits', Json>;
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
          pricing?: ColumnShape<'plans', 'pricing', Json>;
          features?: ('lms' | 'groups' | 'appointments' | 'single_session')[];
          limits?: ColumnShape<'plans', 'limits', Json>;
          addons?: string[];
          is_offered?: boolean;
          position?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      point_entries: {
        Row: {
          account_id: string;
          id: string;
          event_id: string;
          event_position: number;
          member_id: string;
          kind: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined';
          source: string;
          effect: 'counts' | 'undone' | 'shifted';
          day: string;
          worth: number;
          daily_limit: number | null;
          amount: number;
          course_id: string | null;
          group_id: string | null;
          occurred_at: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          event_id: string;
          event_position: number;
          member_id: string;
          kind: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined';
          source: string;
          effect: 'counts' | 'undone' | 'shifted';
          day: string;
          worth: number;
          daily_limit?: number | null;
          amount: number;
          course_id?: string | null;
          group_id?: string | null;
          occurred_at: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          event_id?: string;
          event_position?: number;
          member_id?: string;
          kind?: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined';
          source?: string;
          effect?: 'counts' | 'undone' | 'shifted';
          day?: string;
          worth?: number;
          daily_limit?: number | null;
          amount?: number;
          course_id?: string | null;
          group_id?: string | null;
          occurred_at?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'point_entries_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'point_entries_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'point_entries_account_id_group_id_fkey';
            columns: ['account_id', 'group_id'];
            isOneToOne: false;
            referencedRelation: 'groups';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'point_entries_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      point_levels: {
        Row: {
          account_id: string;
          id: string;
          name: string;
          min_points: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          name: string;
          min_points: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          name?: string;
          min_points?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'point_levels_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      point_rules: {
        Row: {
          account_id: string;
          id: string;
          kind: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined';
          points: number;
          daily_limit: number | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined';
          points: number;
          daily_limit?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: 'lesson_completed' | 'course_completed' | 'quiz_passed' | 'assignment_submitted' | 'assignment_passed' | 'post_added' | 'reply_added' | 'reaction_received' | 'group_joined';
          points?: number;
          daily_limit?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'point_rules_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
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
      post_drafts: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          title: string;
          excerpt: string;
          content: string;
          cover: ColumnShape<'post_drafts', 'cover', Json> | null;
          categories: string[];
          tags: string[];
          settings: ColumnShape<'post_drafts', 'settings', Json>;
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
          cover?: ColumnShape<'post_drafts', 'cover', Json> | null;
          categories?: string[];
          tags?: string[];
          settings?: ColumnShape<'post_drafts', 'settings', Json>;
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
          cover?: ColumnShape<'post_drafts', 'cover', Json> | null;
          categories?: string[];
          tags?: string[];
          settings?: ColumnShape<'post_drafts', 'settings', Json>;
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
      posts: {
        Row: {
          account_id: string;
          id: string;
          title: string;
          slug: string;
          excerpt: string;
          content: string;
          cover: ColumnShape<'posts', 'cover', Json> | null;
          categories: string[];
          tags: string[];
          settings: ColumnShape<'posts', 'settings', Json>;
          author_id: string | null;
          status: 'draft' | 'published';
          published_at: string | null;
          created_at: string;
          updated_at: string;
          is_featured: ColumnShape<'posts', 'is_featured', boolean> | null;
          search_text: ColumnShape<'posts', 'search_text', string> | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          excerpt?: string;
          content?: string;
          cover?: ColumnShape<'posts', 'cover', Json> | null;
          categories?: string[];
          tags?: string[];
          settings?: ColumnShape<'posts', 'settings', Json>;
          author_id?: string | null;
          status?: 'draft' | 'published';
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
          cover?: ColumnShape<'posts', 'cover', Json> | null;
          categories?: string[];
          tags?: string[];
          settings?: ColumnShape<'posts', 'settings', Json>;
          author_id?: string | null;
          status?: 'draft' | 'published';
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
      previews: {
        Row: {
          account_id: string;
          id: string;
          kind: string;
          subject_id: string;
          token_hash: string;
          expires_at: string;
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: string;
          subject_id: string;
          token_hash: string;
          expires_at: string;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: string;
          subject_id?: string;
          token_hash?: string;
          expires_at?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'previews_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'previews_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
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
          frequency: ColumnShape<'prices', 'frequency', Json> | null;
          is_active: boolean;
          created_at: string;
          updated_at: string;
          sale_amount: number | null;
          sale_start: string | null;
          sale_end: string | null;
          is_on_sale: boolean;
          kind: 'once' | 'subscription' | 'instalments' | 'pay_what_you_want';
          cycles: number | null;
          trial_days: number;
          setup_fee: number;
          minimum_amount: number | null;
          label: string;
          position: number;
          level_id: string | null;
          amount_now: ColumnShape<'prices', 'amount_now', number | null>;
          offer_label: ColumnShape<'prices', 'offer_label', string | null>;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          currency: string;
          amount: number;
          frequency?: ColumnShape<'prices', 'frequency', Json> | null;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          sale_amount?: number | null;
          sale_start?: string | null;
          sale_end?: string | null;
          is_on_sale?: boolean;
          kind?: 'once' | 'subscription' | 'instalments' | 'pay_what_you_want';
          cycles?: number | null;
          trial_days?: number;
          setup_fee?: number;
          minimum_amount?: number | null;
          label?: string;
          position?: number;
          level_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          currency?: string;
          amount?: number;
          frequency?: ColumnShape<'prices', 'frequency', Json> | null;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          sale_amount?: number | null;
          sale_start?: string | null;
          sale_end?: string | null;
          is_on_sale?: boolean;
          kind?: 'once' | 'subscription' | 'instalments' | 'pay_what_you_want';
          cycles?: number | null;
          trial_days?: number;
          setup_fee?: number;
          minimum_amount?: number | null;
          label?: string;
          position?: number;
          level_id?: string | null;
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
            foreignKeyName: 'prices_account_id_level_id_fkey';
            columns: ['account_id', 'level_id'];
            isOneToOne: false;
            referencedRelation: 'product_levels';
            referencedColumns: ['account_id', 'id'];
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
          level_id: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          course_id: string;
          created_at?: string;
          level_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          course_id?: string;
          created_at?: string;
          level_id?: string | null;
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
            foreignKeyName: 'product_courses_account_id_level_id_fkey';
            columns: ['account_id', 'level_id'];
            isOneToOne: false;
            referencedRelation: 'product_levels';
            referencedColumns: ['account_id', 'id'];
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
      product_levels: {
        Row: {
          account_id: string;
          id: string;
          product_id: string;
          position: number;
          name: string;
          description: string;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          position: number;
          name: string;
          description?: string;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          position?: number;
          name?: string;
          description?: string;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'product_levels_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'product_levels_account_id_product_id_fkey';
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
          type: 'course' | 'membership' | 'digital' | 'bundle' | 'physical' | 'seats' | 'gift';
          status: 'draft' | 'published' | 'archived';
          course_id: string | null;
          created_at: string;
          updated_at: string;
          search_text: ColumnShape<'products', 'search_text', string> | null;
          tax_class: 'standard' | 'reduced' | 'exempt' | 'zero';
          body: string;
          stock: number | null;
          weight_grams: number | null;
          shipping_note: string;
          seats: number | null;
          buyers: 'everyone' | 'members' | 'course' | 'role';
          buyers_course_id: string | null;
          buyers_role_id: string | null;
          file_names: ColumnShape<'products', 'file_names', Json | null>;
          price_now: ColumnShape<'products', 'price_now', number | null>;
        };
        Insert: {
          account_id: string;
          id?: string;
          title: string;
          slug: string;
          description?: string;
          image?: string | null;
          type?: 'course' | 'membership' | 'digital' | 'bundle' | 'physical' | 'seats' | 'gift';
          status?: 'draft' | 'published' | 'archived';
          course_id?: string | null;
          created_at?: string;
          updated_at?: string;
          tax_class?: 'standard' | 'reduced' | 'exempt' | 'zero';
          body?: string;
          stock?: number | null;
          weight_grams?: number | null;
          shipping_note?: string;
          seats?: number | null;
          buyers?: 'everyone' | 'members' | 'course' | 'role';
          buyers_course_id?: string | null;
          buyers_role_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          title?: string;
          slug?: string;
          description?: string;
          image?: string | null;
          type?: 'course' | 'membership' | 'digital' | 'bundle' | 'physical' | 'seats' | 'gift';
          status?: 'draft' | 'published' | 'archived';
          course_id?: string | null;
          created_at?: string;
          updated_at?: string;
          tax_class?: 'standard' | 'reduced' | 'exempt' | 'zero';
          body?: string;
          stock?: number | null;
          weight_grams?: number | null;
          shipping_note?: string;
          seats?: number | null;
          buyers?: 'everyone' | 'members' | 'course' | 'role';
          buyers_course_id?: string | null;
          buyers_role_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'products_account_id_buyers_course_id_fkey';
            columns: ['account_id', 'buyers_course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'products_account_id_buyers_role_id_fkey';
            columns: ['account_id', 'buyers_role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['account_id', 'role_id'];
          },
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
      progress_resets: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          member_id: string;
          progress: ColumnShape<'progress_resets', 'progress', Json>;
          lessons: number;
          completed_at: string | null;
          reset_by: string | null;
          restored_at: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          member_id: string;
          progress: ColumnShape<'progress_resets', 'progress', Json>;
          lessons: number;
          completed_at?: string | null;
          reset_by?: string | null;
          restored_at?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          member_id?: string;
          progress?: ColumnShape<'progress_resets', 'progress', Json>;
          lessons?: number;
          completed_at?: string | null;
          reset_by?: string | null;
          restored_at?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'progress_resets_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'progress_resets_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'progress_resets_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'progress_resets_account_id_reset_by_fkey';
            columns: ['account_id', 'reset_by'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      provider_events: {
        Row: {
          account_id: string;
          id: string;
          provider: 'stripe' | 'paypal' | 'razorpay';
          event_id: string;
          type: string;
          reference: string | null;
          payment_id: string | null;
          status: 'received' | 'processed' | 'ignored' | 'failed';
          error: string;
          attempts: number;
          received_at: string;
          processed_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          provider: 'stripe' | 'paypal' | 'razorpay';
          event_id: string;
          type: string;
          reference?: string | null;
          payment_id?: string | null;
          status?: 'received' | 'processed' | 'ignored' | 'failed';
          error?: string;
          attempts?: number;
          received_at?: string;
          processed_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          provider?: 'stripe' | 'paypal' | 'razorpay';
          event_id?: string;
          type?: string;
          reference?: string | null;
          payment_id?: string | null;
          status?: 'received' | 'processed' | 'ignored' | 'failed';
          error?: string;
          attempts?: number;
          received_at?: string;
          processed_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'provider_events_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'provider_events_account_id_payment_id_fkey';
            columns: ['account_id', 'payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['account_id', 'id'];
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
      question_categories: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          parent_id: string | null;
          name: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          parent_id?: string | null;
          name: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          parent_id?: string | null;
          name?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'question_categories_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'question_categories_account_id_course_id_parent_id_fkey';
            columns: ['account_id', 'course_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'question_categories';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'question_categories_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      question_keys: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          answer: ColumnShape<'question_keys', 'answer', Json>;
          explanation: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          course_id: string;
          answer: ColumnShape<'question_keys', 'answer', Json>;
          explanation?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          answer?: ColumnShape<'question_keys', 'answer', Json>;
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
      question_versions: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          question_id: string;
          version: number;
          content: ColumnShape<'question_versions', 'content', Json>;
          member_id: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          question_id: string;
          version: number;
          content: ColumnShape<'question_versions', 'content', Json>;
          member_id?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          question_id?: string;
          version?: number;
          content?: ColumnShape<'question_versions', 'content', Json>;
          member_id?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'question_versions_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'question_versions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'question_versions_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'question_versions_account_id_question_id_fkey';
            columns: ['account_id', 'question_id'];
            isOneToOne: false;
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
          quiz_id: string | null;
          position: number;
          kind: 'single' | 'multiple' | 'truefalse' | 'short' | 'numeric' | 'matching' | 'ordering' | 'cloze' | 'essay' | 'hotspot' | 'labels' | 'calculated';
          prompt: string;
          figure: ColumnShape<'questions', 'figure', Json> | null;
          points: number;
          options: ColumnShape<'questions', 'options', Json>;
          created_at: string;
          updated_at: string;
          parts: ColumnShape<'questions', 'parts', Json>;
          version: number;
          category_id: string | null;
          tags: string[];
          source_id: string | null;
          archived_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          quiz_id?: string | null;
          position?: number;
          kind: 'single' | 'multiple' | 'truefalse' | 'short' | 'numeric' | 'matching' | 'ordering' | 'cloze' | 'essay' | 'hotspot' | 'labels' | 'calculated';
          prompt: string;
          figure?: ColumnShape<'questions', 'figure', Json> | null;
          points?: number;
          options?: ColumnShape<'questions', 'options', Json>;
          created_at?: string;
          updated_at?: string;
          parts?: ColumnShape<'questions', 'parts', Json>;
          version?: number;
          category_id?: string | null;
          tags?: string[];
          source_id?: string | null;
          archived_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          quiz_id?: string | null;
          position?: number;
          kind?: 'single' | 'multiple' | 'truefalse' | 'short' | 'numeric' | 'matching' | 'ordering' | 'cloze' | 'essay' | 'hotspot' | 'labels' | 'calculated';
          prompt?: string;
          figure?: ColumnShape<'questions', 'figure', Json> | null;
          points?: number;
          options?: ColumnShape<'questions', 'options', Json>;
          created_at?: string;
          updated_at?: string;
          parts?: ColumnShape<'questions', 'parts', Json>;
          version?: number;
          category_id?: string | null;
          tags?: string[];
          source_id?: string | null;
          archived_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'questions_account_id_course_id_category_id_fkey';
            columns: ['account_id', 'course_id', 'category_id'];
            isOneToOne: false;
            referencedRelation: 'question_categories';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'questions_account_id_course_id_fkey';
            columns: ['account_id', 'course_id'];
            isOneToOne: false;
            referencedRelation: 'courses';
            referencedColumns: ['account_id', 'id'];
          },
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
          {
            foreignKeyName: 'questions_account_id_source_id_fkey';
            columns: ['account_id', 'source_id'];
            isOneToOne: false;
            referencedRelation: 'questions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      quiz_allowances: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          quiz_id: string;
          member_id: string;
          extra_time: number;
          extra_attempts: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          quiz_id: string;
          member_id: string;
          extra_time?: number;
          extra_attempts?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          quiz_id?: string;
          member_id?: string;
          extra_time?: number;
          extra_attempts?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quiz_allowances_account_id_course_id_quiz_id_fkey';
            columns: ['account_id', 'course_id', 'quiz_id'];
            isOneToOne: false;
            referencedRelation: 'quizzes';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'quiz_allowances_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'quiz_allowances_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      quiz_draws: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          quiz_id: string;
          position: number;
          category_id: string | null;
          tag: string | null;
          amount: number;
          points: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          quiz_id: string;
          position?: number;
          category_id?: string | null;
          tag?: string | null;
          amount: number;
          points?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          quiz_id?: string;
          position?: number;
          category_id?: string | null;
          tag?: string | null;
          amount?: number;
          points?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quiz_draws_account_id_course_id_category_id_fkey';
            columns: ['account_id', 'course_id', 'category_id'];
            isOneToOne: false;
            referencedRelation: 'question_categories';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'quiz_draws_account_id_course_id_quiz_id_fkey';
            columns: ['account_id', 'course_id', 'quiz_id'];
            isOneToOne: false;
            referencedRelation: 'quizzes';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'quiz_draws_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      quiz_regrade_changes: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          regrade_id: string;
          attempt_id: string;
          member_id: string;
          score_before: number;
          points_before: number;
          passed_before: boolean;
          score: number;
          points: number;
          passed: boolean;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          regrade_id: string;
          attempt_id: string;
          member_id: string;
          score_before: number;
          points_before: number;
          passed_before: boolean;
          score: number;
          points: number;
          passed: boolean;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          regrade_id?: string;
          attempt_id?: string;
          member_id?: string;
          score_before?: number;
          points_before?: number;
          passed_before?: boolean;
          score?: number;
          points?: number;
          passed?: boolean;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quiz_regrade_changes_account_id_attempt_id_fkey';
            columns: ['account_id', 'attempt_id'];
            isOneToOne: false;
            referencedRelation: 'attempts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'quiz_regrade_changes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'quiz_regrade_changes_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'quiz_regrade_changes_account_id_regrade_id_fkey';
            columns: ['account_id', 'regrade_id'];
            isOneToOne: false;
            referencedRelation: 'quiz_regrades';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      quiz_regrades: {
        Row: {
          account_id: string;
          id: string;
          course_id: string;
          quiz_id: string;
          member_id: string | null;
          reason: string;
          changed: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          course_id: string;
          quiz_id: string;
          member_id?: string | null;
          reason?: string;
          changed: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          course_id?: string;
          quiz_id?: string;
          member_id?: string | null;
          reason?: string;
          changed?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quiz_regrades_account_id_course_id_quiz_id_fkey';
            columns: ['account_id', 'course_id', 'quiz_id'];
            isOneToOne: false;
            referencedRelation: 'quizzes';
            referencedColumns: ['account_id', 'course_id', 'id'];
          },
          {
            foreignKeyName: 'quiz_regrades_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'quiz_regrades_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
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
          feedback: 'score' | 'verdicts' | 'answers' | 'answers_when_done';
          question_count: number;
          points: number;
          version: number;
          created_at: string;
          updated_at: string;
          grading_method: 'highest' | 'average' | 'first' | 'last';
          wrong_penalty: number;
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
          feedback?: 'score' | 'verdicts' | 'answers' | 'answers_when_done';
          question_count?: number;
          points?: number;
          version?: number;
          created_at?: string;
          updated_at?: string;
          grading_method?: 'highest' | 'average' | 'first' | 'last';
          wrong_penalty?: number;
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
          feedback?: 'score' | 'verdicts' | 'answers' | 'answers_when_done';
          question_count?: number;
          points?: number;
          version?: number;
          created_at?: string;
          updated_at?: string;
          grading_method?: 'highest' | 'average' | 'first' | 'last';
          wrong_penalty?: number;
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
          status: 301 | 302;
          is_automatic: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          from_path: string;
          to_address: string;
          status?: 301 | 302;
          is_automatic?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          from_path?: string;
          to_address?: string;
          status?: 301 | 302;
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
      refund_lines: {
        Row: {
          account_id: string;
          id: string;
          refund_id: string;
          order_item_id: string;
          quantity: number;
          amount: number;
          tax: number;
        };
        Insert: {
          account_id: string;
          id?: string;
          refund_id: string;
          order_item_id: string;
          quantity: number;
          amount: number;
          tax?: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          refund_id?: string;
          order_item_id?: string;
          quantity?: number;
          amount?: number;
          tax?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'refund_lines_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'refund_lines_account_id_order_item_id_fkey';
            columns: ['account_id', 'order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'refund_lines_account_id_refund_id_fkey';
            columns: ['account_id', 'refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      refunds: {
        Row: {
          account_id: string;
          id: string;
          order_id: string;
          kind: 'refund' | 'credit' | 'chargeback';
          amount: number;
          currency: string;
          reason: string;
          takes_access: boolean;
          idempotency_key: string | null;
          fingerprint: string | null;
          created_by: string | null;
          created_at: string;
          tax: number;
          credit: number;
        };
        Insert: {
          account_id: string;
          id?: string;
          order_id: string;
          kind?: 'refund' | 'credit' | 'chargeback';
          amount: number;
          currency: string;
          reason?: string;
          takes_access: boolean;
          idempotency_key?: string | null;
          fingerprint?: string | null;
          created_by?: string | null;
          created_at?: string;
          tax?: number;
          credit?: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          order_id?: string;
          kind?: 'refund' | 'credit' | 'chargeback';
          amount?: number;
          currency?: string;
          reason?: string;
          takes_access?: boolean;
          idempotency_key?: string | null;
          fingerprint?: string | null;
          created_by?: string | null;
          created_at?: string;
          tax?: number;
          credit?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'refunds_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'refunds_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      renewal_settings: {
        Row: {
          account_id: string;
          reminder_days: number[];
          updated_at: string;
        };
        Insert: {
          account_id: string;
          reminder_days?: number[];
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          reminder_days?: number[];
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'renewal_settings_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      report_letters: {
        Row: {
          account_id: string;
          id: string;
          report: 'overview' | 'visits' | 'members' | 'learning' | 'sales' | 'subscriptions' | 'marketing';
          rhythm: 'weekly' | 'monthly';
          created_by: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          report: 'overview' | 'visits' | 'members' | 'learning' | 'sales' | 'subscriptions' | 'marketing';
          rhythm: 'weekly' | 'monthly';
          created_by?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          report?: 'overview' | 'visits' | 'members' | 'learning' | 'sales' | 'subscriptions' | 'marketing';
          rhythm?: 'weekly' | 'monthly';
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
          state: 'waiting' | 'sent' | 'dropped';
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
          state?: 'waiting' | 'sent' | 'dropped';
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
          state?: 'waiting' | 'sent' | 'dropped';
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
          kind: 'owner' | 'instructor' | 'student' | 'parent' | null;
          name: string;
          caps: ('manage_options' | 'create_courses' | 'edit_posts' | 'manage_curriculum' | 'manage_students' | 'manage_submissions' | 'manage_stats' | 'manage_members' | 'log_in_as' | 'manage_shop')[];
          created_at: string;
          updated_at: string;
          held_caps: ColumnShape<'roles', 'held_caps', string[] | null>;
        };
        Insert: {
          account_id: string;
          role_id?: string;
          kind?: 'owner' | 'instructor' | 'student' | 'parent' | null;
          name: string;
          caps?: ('manage_options' | 'create_courses' | 'edit_posts' | 'manage_curriculum' | 'manage_students' | 'manage_submissions' | 'manage_stats' | 'manage_members' | 'log_in_as' | 'manage_shop')[];
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          role_id?: string;
          kind?: 'owner' | 'instructor' | 'student' | 'parent' | null;
          name?: string;
          caps?: ('manage_options' | 'create_courses' | 'edit_posts' | 'manage_curriculum' | 'manage_students' | 'manage_submissions' | 'manage_stats' | 'manage_members' | 'log_in_as' | 'manage_shop')[];
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
      score_choices: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          is_listed: boolean;
          alias: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          is_listed?: boolean;
          alias?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          is_listed?: boolean;
          alias?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'score_choices_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'score_choices_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: true;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      score_messages: {
        Row: {
          account_id: string;
          id: string;
          member_id: string;
          kind: 'points' | 'level' | 'badge';
          points: number;
          title: string;
          icon: string | null;
          created_at: string;
          seen_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          member_id: string;
          kind: 'points' | 'level' | 'badge';
          points?: number;
          title?: string;
          icon?: string | null;
          created_at?: string;
          seen_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          member_id?: string;
          kind?: 'points' | 'level' | 'badge';
          points?: number;
          title?: string;
          icon?: string | null;
          created_at?: string;
          seen_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'score_messages_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'score_messages_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      search_records: {
        Row: {
          account_id: string;
          id: string;
          kind: string;
          parent_id: string | null;
          title: string;
          summary: string;
          body: string;
          slug: string | null;
          picture: string | null;
          language: string;
          has_own_language: boolean;
          is_live: boolean;
          title_document: ColumnShape<'search_records', 'title_document', string> | null;
          document: ColumnShape<'search_records', 'document', string> | null;
        };
        Insert: {
          account_id: string;
          id: string;
          kind: string;
          parent_id?: string | null;
          title: string;
          summary?: string;
          body?: string;
          slug?: string | null;
          picture?: string | null;
          language: string;
          has_own_language?: boolean;
          is_live?: boolean;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: string;
          parent_id?: string | null;
          title?: string;
          summary?: string;
          body?: string;
          slug?: string | null;
          picture?: string | null;
          language?: string;
          has_own_language?: boolean;
          is_live?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'search_records_account_id_fkey';
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
      seller_details: {
        Row: {
          account_id: string;
          legal_name: string;
          street: string;
          postcode: string;
          city: string;
          region: string;
          country: string;
          vat_number: string;
          registration_number: string;
          email: string;
          phone: string;
          bank: string;
          created_at: string;
          updated_at: string;
          collects_tax: boolean;
          prices_include_tax: boolean;
          is_below_eu_threshold: boolean;
        };
        Insert: {
          account_id: string;
          legal_name?: string;
          street?: string;
          postcode?: string;
          city?: string;
          region?: string;
          country: string;
          vat_number?: string;
          registration_number?: string;
          email?: string;
          phone?: string;
          bank?: string;
          created_at?: string;
          updated_at?: string;
          collects_tax?: boolean;
          prices_include_tax?: boolean;
          is_below_eu_threshold?: boolean;
        };
        Update: {
          account_id?: string;
          legal_name?: string;
          street?: string;
          postcode?: string;
          city?: string;
          region?: string;
          country?: string;
          vat_number?: string;
          registration_number?: string;
          email?: string;
          phone?: string;
          bank?: string;
          created_at?: string;
          updated_at?: string;
          collects_tax?: boolean;
          prices_include_tax?: boolean;
          is_below_eu_threshold?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'seller_details_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: true;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      shipments: {
        Row: {
          account_id: string;
          id: string;
          order_id: string;
          order_item_id: string;
          note: string;
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          order_id: string;
          order_item_id: string;
          note?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          order_id?: string;
          order_item_id?: string;
          note?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'shipments_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'shipments_account_id_order_item_id_fkey';
            columns: ['account_id', 'order_item_id'];
            isOneToOne: true;
            referencedRelation: 'order_items';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'shipments_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      sign_in_providers: {
        Row: {
          account_id: string;
          provider: 'google' | 'github' | 'apple' | 'azure' | 'facebook';
          source: 'own' | 'platform';
          is_on: boolean;
          is_shared: boolean;
          client_id: string;
          tenant: string;
          team_id: string;
          key_id: string;
          sealed_secret: string | null;
          has_secret: ColumnShape<'sign_in_providers', 'has_secret', boolean> | null;
          version: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          provider: 'google' | 'github' | 'apple' | 'azure' | 'facebook';
          source: 'own' | 'platform';
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
          provider?: 'google' | 'github' | 'apple' | 'azure' | 'facebook';
          source?: 'own' | 'platform';
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
      subscription_changes: {
        Row: {
          account_id: string;
          id: string;
          subscription_id: string;
          price_id: string | null;
          from_title: string;
          title: string;
          amount: number;
          frequency: ColumnShape<'subscription_changes', 'frequency', Json>;
          cycles: number | null;
          takes_effect: 'now' | 'period_end';
          effective_at: string;
          credit: number;
          due: number | null;
          lapses_at: string | null;
          status: 'open' | 'done' | 'cancelled';
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          subscription_id: string;
          price_id?: string | null;
          from_title: string;
          title: string;
          amount: number;
          frequency: ColumnShape<'subscription_changes', 'frequency', Json>;
          cycles?: number | null;
          takes_effect: 'now' | 'period_end';
          effective_at: string;
          credit?: number;
          due?: number | null;
          lapses_at?: string | null;
          status?: 'open' | 'done' | 'cancelled';
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          subscription_id?: string;
          price_id?: string | null;
          from_title?: string;
          title?: string;
          amount?: number;
          frequency?: ColumnShape<'subscription_changes', 'frequency', Json>;
          cycles?: number | null;
          takes_effect?: 'now' | 'period_end';
          effective_at?: string;
          credit?: number;
          due?: number | null;
          lapses_at?: string | null;
          status?: 'open' | 'done' | 'cancelled';
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'subscription_changes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'subscription_changes_account_id_price_id_fkey';
            columns: ['account_id', 'price_id'];
            isOneToOne: false;
            referencedRelation: 'prices';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'subscription_changes_account_id_subscription_id_fkey';
            columns: ['account_id', 'subscription_id'];
            isOneToOne: false;
            referencedRelation: 'member_subscriptions';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'subscription_changes_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      subscription_periods: {
        Row: {
          account_id: string;
          id: string;
          subscription_id: string;
          position: number;
          order_id: string;
          starts_at: string;
          ends_at: string;
          created_at: string;
          reminder_days: number[];
          credit: number;
          change_id: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          subscription_id: string;
          position: number;
          order_id: string;
          starts_at: string;
          ends_at: string;
          created_at?: string;
          reminder_days?: number[];
          credit?: number;
          change_id?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          subscription_id?: string;
          position?: number;
          order_id?: string;
          starts_at?: string;
          ends_at?: string;
          created_at?: string;
          reminder_days?: number[];
          credit?: number;
          change_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'subscription_periods_account_id_change_id_fkey';
            columns: ['account_id', 'change_id'];
            isOneToOne: false;
            referencedRelation: 'subscription_changes';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'subscription_periods_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'subscription_periods_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'subscription_periods_account_id_subscription_id_fkey';
            columns: ['account_id', 'subscription_id'];
            isOneToOne: false;
            referencedRelation: 'member_subscriptions';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      subscriptions: {
        Row: {
          account_id: string;
          id: string;
          plan_id: string;
          period: 'monthly' | 'annual' | 'onetime';
          provider: 'offline' | 'stripe';
          status: 'trialing' | 'active' | 'past_due' | 'ended';
          currency: string;
          amount: number;
          iterations: number | null;
          issued_count: number;
          trial_ends_at: string | null;
          period_start: string;
          period_end: string | null;
          cancel_at_period_end: boolean;
          next_plan_id: string | null;
          next_period: 'monthly' | 'annual' | null;
          past_due_since: string | null;
          reminders: number;
          customer: string | null;
          reference: string | null;
          card: ColumnShape<'subscriptions', 'card', Json> | null;
          ended_at: string | null;
          created_at: string;
          updated_at: string;
          anchor_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          plan_id: string;
          period: 'monthly' | 'annual' | 'onetime';
          provider?: 'offline' | 'stripe';
          status: 'trialing' | 'active' | 'past_due' | 'ended';
          currency: string;
          amount: number;
          iterations?: number | null;
          issued_count?: number;
          trial_ends_at?: string | null;
          period_start?: string;
          period_end?: string | null;
          cancel_at_period_end?: boolean;
          next_plan_id?: string | null;
          next_period?: 'monthly' | 'annual' | null;
          past_due_since?: string | null;
          reminders?: number;
          customer?: string | null;
          reference?: string | null;
          card?: ColumnShape<'subscriptions', 'card', Json> | null;
          ended_at?: string | null;
          created_at?: string;
          updated_at?: string;
          anchor_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          plan_id?: string;
          period?: 'monthly' | 'annual' | 'onetime';
          provider?: 'offline' | 'stripe';
          status?: 'trialing' | 'active' | 'past_due' | 'ended';
          currency?: string;
          amount?: number;
          iterations?: number | null;
          issued_count?: number;
          trial_ends_at?: string | null;
          period_start?: string;
          period_end?: string | null;
          cancel_at_period_end?: boolean;
          next_plan_id?: string | null;
          next_period?: 'monthly' | 'annual' | null;
          past_due_since?: string | null;
          reminders?: number;
          customer?: string | null;
          reference?: string | null;
          card?: ColumnShape<'subscriptions', 'card', Json> | null;
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
      tax_rates: {
        Row: {
          account_id: string;
          id: string;
          country: string;
          region: string;
          tax_class: 'standard' | 'reduced';
          rate: number;
          name: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          country: string;
          region?: string;
          tax_class?: 'standard' | 'reduced';
          rate: number;
          name: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          country?: string;
          region?: string;
          tax_class?: 'standard' | 'reduced';
          rate?: number;
          name?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_rates_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      tax_registrations: {
        Row: {
          account_id: string;
          id: string;
          country: string;
          region: string;
          scheme: 'local' | 'one_stop_shop';
          number: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          country: string;
          region?: string;
          scheme?: 'local' | 'one_stop_shop';
          number?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          country?: string;
          region?: string;
          scheme?: 'local' | 'one_stop_shop';
          number?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_registrations_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
        ];
      };
      thread_attachments: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          path: string;
          name: string;
          mime_type: string;
          size: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          path: string;
          name: string;
          mime_type: string;
          size: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          path?: string;
          name?: string;
          mime_type?: string;
          size?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_attachments_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_attachments_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_mentions: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          member_id: string;
          slug: string;
          announced_at: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          member_id: string;
          slug: string;
          announced_at?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          member_id?: string;
          slug?: string;
          announced_at?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_mentions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_mentions_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_mentions_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_poll_options: {
        Row: {
          account_id: string;
          id: string;
          poll_id: string;
          position: number;
          label: string;
          vote_count: number;
        };
        Insert: {
          account_id: string;
          id?: string;
          poll_id: string;
          position: number;
          label: string;
          vote_count?: number;
        };
        Update: {
          account_id?: string;
          id?: string;
          poll_id?: string;
          position?: number;
          label?: string;
          vote_count?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_poll_options_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_poll_options_account_id_poll_id_fkey';
            columns: ['account_id', 'poll_id'];
            isOneToOne: false;
            referencedRelation: 'thread_polls';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_poll_votes: {
        Row: {
          account_id: string;
          id: string;
          poll_id: string;
          option_id: string;
          member_id: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          poll_id: string;
          option_id: string;
          member_id: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          poll_id?: string;
          option_id?: string;
          member_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_poll_votes_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_poll_votes_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_poll_votes_account_id_option_id_fkey';
            columns: ['account_id', 'option_id'];
            isOneToOne: false;
            referencedRelation: 'thread_poll_options';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_poll_votes_account_id_poll_id_fkey';
            columns: ['account_id', 'poll_id'];
            isOneToOne: false;
            referencedRelation: 'thread_polls';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_polls: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          is_multiple: boolean;
          is_anonymous: boolean;
          results: 'always' | 'voted';
          ends_at: string | null;
          voter_count: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          is_multiple?: boolean;
          is_anonymous?: boolean;
          results?: 'always' | 'voted';
          ends_at?: string | null;
          voter_count?: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          is_multiple?: boolean;
          is_anonymous?: boolean;
          results?: 'always' | 'voted';
          ends_at?: string | null;
          voter_count?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_polls_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_polls_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: true;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_post_edits: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          content: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          content: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          content?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_post_edits_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_post_edits_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_posts: {
        Row: {
          account_id: string;
          id: string;
          thread_id: string;
          parent_id: string | null;
          reply_to_id: string | null;
          member_id: string | null;
          author_name: string;
          content: string;
          status: 'waiting' | 'shown' | 'hidden' | 'removed';
          reactions: ColumnShape<'thread_posts', 'reactions', Json>;
          edited_at: string | null;
          announced_at: string | null;
          created_at: string;
          updated_at: string;
          is_pinned: boolean;
          topic_id: string | null;
          accepted_at: string | null;
        };
        Insert: {
          account_id: string;
          id?: string;
          thread_id: string;
          parent_id?: string | null;
          reply_to_id?: string | null;
          member_id?: string | null;
          author_name: string;
          content: string;
          status?: 'waiting' | 'shown' | 'hidden' | 'removed';
          reactions?: ColumnShape<'thread_posts', 'reactions', Json>;
          edited_at?: string | null;
          announced_at?: string | null;
          created_at?: string;
          updated_at?: string;
          is_pinned?: boolean;
          topic_id?: string | null;
          accepted_at?: string | null;
        };
        Update: {
          account_id?: string;
          id?: string;
          thread_id?: string;
          parent_id?: string | null;
          reply_to_id?: string | null;
          member_id?: string | null;
          author_name?: string;
          content?: string;
          status?: 'waiting' | 'shown' | 'hidden' | 'removed';
          reactions?: ColumnShape<'thread_posts', 'reactions', Json>;
          edited_at?: string | null;
          announced_at?: string | null;
          created_at?: string;
          updated_at?: string;
          is_pinned?: boolean;
          topic_id?: string | null;
          accepted_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_posts_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_posts_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_posts_account_id_parent_id_fkey';
            columns: ['account_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_posts_account_id_reply_to_id_fkey';
            columns: ['account_id', 'reply_to_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_posts_account_id_thread_id_fkey';
            columns: ['account_id', 'thread_id'];
            isOneToOne: false;
            referencedRelation: 'threads';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_posts_account_id_topic_id_fkey';
            columns: ['account_id', 'topic_id'];
            isOneToOne: false;
            referencedRelation: 'thread_topics';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_reactions: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          member_id: string;
          reaction: 'like' | 'love' | 'laugh' | 'celebrate' | 'thanks';
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          member_id: string;
          reaction: 'like' | 'love' | 'laugh' | 'celebrate' | 'thanks';
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          member_id?: string;
          reaction?: 'like' | 'love' | 'laugh' | 'celebrate' | 'thanks';
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_reactions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_reactions_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_reactions_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_reports: {
        Row: {
          account_id: string;
          id: string;
          post_id: string;
          member_id: string;
          reason: string;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          post_id: string;
          member_id: string;
          reason?: string;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          post_id?: string;
          member_id?: string;
          reason?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_reports_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_reports_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'thread_reports_account_id_post_id_fkey';
            columns: ['account_id', 'post_id'];
            isOneToOne: false;
            referencedRelation: 'thread_posts';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      thread_topics: {
        Row: {
          account_id: string;
          id: string;
          thread_id: string;
          name: string;
          position: number;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          thread_id: string;
          name: string;
          position: number;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          thread_id?: string;
          name?: string;
          position?: number;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'thread_topics_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'thread_topics_account_id_thread_id_fkey';
            columns: ['account_id', 'thread_id'];
            isOneToOne: false;
            referencedRelation: 'threads';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      threads: {
        Row: {
          account_id: string;
          id: string;
          kind: string;
          subject_id: string;
          is_main: boolean;
          member_id: string | null;
          title: string;
          path: string | null;
          public_from: string | null;
          takes_posts: boolean;
          state: 'open' | 'locked';
          is_pinned: boolean;
          post_count: number;
          last_post_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: string;
          subject_id: string;
          is_main?: boolean;
          member_id?: string | null;
          title?: string;
          path?: string | null;
          public_from?: string | null;
          takes_posts?: boolean;
          state?: 'open' | 'locked';
          is_pinned?: boolean;
          post_count?: number;
          last_post_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: string;
          subject_id?: string;
          is_main?: boolean;
          member_id?: string | null;
          title?: string;
          path?: string | null;
          public_from?: string | null;
          takes_posts?: boolean;
          state?: 'open' | 'locked';
          is_pinned?: boolean;
          post_count?: number;
          last_post_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'threads_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'threads_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
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
          kind: 'status' | 'category' | 'assignee' | 'view_as';
          old_value: string | null;
          new_value: string | null;
          actor_id: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          ticket_id: string;
          kind: 'status' | 'category' | 'assignee' | 'view_as';
          old_value?: string | null;
          new_value?: string | null;
          actor_id?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          ticket_id?: string;
          kind?: 'status' | 'category' | 'assignee' | 'view_as';
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
          via: 'web' | 'mail' | 'system';
          body: string;
          checks: ColumnShape<'ticket_messages', 'checks', Json> | null;
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
          via?: 'web' | 'mail' | 'system';
          body: string;
          checks?: ColumnShape<'ticket_messages', 'checks', Json> | null;
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
          via?: 'web' | 'mail' | 'system';
          body?: string;
          checks?: ColumnShape<'ticket_messages', 'checks', Json> | null;
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
          category: 'siteDown' | 'setup' | 'issue' | 'bug' | 'feature';
          minutes: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          category: 'siteDown' | 'setup' | 'issue' | 'bug' | 'feature';
          minutes: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          category?: 'siteDown' | 'setup' | 'issue' | 'bug' | 'feature';
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
          category: 'siteDown' | 'setup' | 'issue' | 'bug' | 'feature';
          subject: string;
          status: 'unresolved' | 'awaited' | 'resolved';
          assignee_id: string | null;
          context: ColumnShape<'tickets', 'context', Json>;
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
          search_text: ColumnShape<'tickets', 'search_text', string> | null;
          assignee_name: ColumnShape<'tickets', 'assignee_name', string | null>;
        };
        Insert: {
          account_id: string;
          id?: string;
          number: number;
          user_id: string;
          about_account_id?: string | null;
          requester_name: string;
          requester_email: string;
          category: 'siteDown' | 'setup' | 'issue' | 'bug' | 'feature';
          subject: string;
          status?: 'unresolved' | 'awaited' | 'resolved';
          assignee_id?: string | null;
          context?: ColumnShape<'tickets', 'context', Json>;
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
          category?: 'siteDown' | 'setup' | 'issue' | 'bug' | 'feature';
          subject?: string;
          status?: 'unresolved' | 'awaited' | 'resolved';
          assignee_id?: string | null;
          context?: ColumnShape<'tickets', 'context', Json>;
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
      trash: {
        Row: {
          account_id: string;
          id: string;
          kind: string;
          title: string;
          slug: string;
          record: ColumnShape<'trash', 'record', Json>;
          draft: ColumnShape<'trash', 'draft', Json>;
          related: ColumnShape<'trash', 'related', Json>;
          removed_by: string | null;
          removed_at: string;
        };
        Insert: {
          account_id: string;
          id: string;
          kind: string;
          title: string;
          slug: string;
          record: ColumnShape<'trash', 'record', Json>;
          draft: ColumnShape<'trash', 'draft', Json>;
          related?: ColumnShape<'trash', 'related', Json>;
          removed_by?: string | null;
          removed_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: string;
          title?: string;
          slug?: string;
          record?: ColumnShape<'trash', 'record', Json>;
          draft?: ColumnShape<'trash', 'draft', Json>;
          related?: ColumnShape<'trash', 'related', Json>;
          removed_by?: string | null;
          removed_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'trash_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'trash_removed_by_fkey';
            columns: ['removed_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      upsells: {
        Row: {
          account_id: string;
          id: string;
          product_id: string;
          offered_product_id: string;
          placement: 'checkout' | 'after_purchase';
          discount_percent: number;
          headline: string;
          description: string;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          product_id: string;
          offered_product_id: string;
          placement?: 'checkout' | 'after_purchase';
          discount_percent?: number;
          headline: string;
          description?: string;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          product_id?: string;
          offered_product_id?: string;
          placement?: 'checkout' | 'after_purchase';
          discount_percent?: number;
          headline?: string;
          description?: string;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'upsells_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'upsells_account_id_offered_product_id_fkey';
            columns: ['account_id', 'offered_product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'upsells_account_id_product_id_fkey';
            columns: ['account_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      usage_meters: {
        Row: {
          account_id: string;
          id: string;
          meter: 'members' | 'courses' | 'groups' | 'funnels' | 'storage' | 'videos' | 'cdn_images' | 'active_users' | 'emails' | 'ai_tokens' | 'chats' | 'push' | 'email_verify' | 'conferences';
          period_start: string;
          used: number;
          told: 0 | 80 | 100;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          meter: 'members' | 'courses' | 'groups' | 'funnels' | 'storage' | 'videos' | 'cdn_images' | 'active_users' | 'emails' | 'ai_tokens' | 'chats' | 'push' | 'email_verify' | 'conferences';
          period_start: string;
          used?: number;
          told?: 0 | 80 | 100;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          meter?: 'members' | 'courses' | 'groups' | 'funnels' | 'storage' | 'videos' | 'cdn_images' | 'active_users' | 'emails' | 'ai_tokens' | 'chats' | 'push' | 'email_verify' | 'conferences';
          period_start?: string;
          used?: number;
          told?: 0 | 80 | 100;
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
      versions: {
        Row: {
          account_id: string;
          id: string;
          kind: string;
          subject_id: string;
          state: 'published' | 'saved';
          content: ColumnShape<'versions', 'content', Json>;
          saved_by: string | null;
          created_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          kind: string;
          subject_id: string;
          state: 'published' | 'saved';
          content: ColumnShape<'versions', 'content', Json>;
          saved_by?: string | null;
          created_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          kind?: string;
          subject_id?: string;
          state?: 'published' | 'saved';
          content?: ColumnShape<'versions', 'content', Json>;
          saved_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'versions_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'versions_saved_by_fkey';
            columns: ['saved_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
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
          device: 'phone' | 'tablet' | 'desktop';
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
          device: 'phone' | 'tablet' | 'desktop';
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
          device?: 'phone' | 'tablet' | 'desktop';
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
      vouchers: {
        Row: {
          account_id: string;
          id: string;
          order_id: string;
          order_item_id: string;
          kind: 'seat' | 'gift';
          code: string;
          email: string;
          recipient_name: string;
          message: string;
          send_at: string | null;
          sent_at: string | null;
          sent_count: number;
          member_id: string | null;
          redeemed_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          id?: string;
          order_id: string;
          order_item_id: string;
          kind: 'seat' | 'gift';
          code: string;
          email?: string;
          recipient_name?: string;
          message?: string;
          send_at?: string | null;
          sent_at?: string | null;
          sent_count?: number;
          member_id?: string | null;
          redeemed_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          id?: string;
          order_id?: string;
          order_item_id?: string;
          kind?: 'seat' | 'gift';
          code?: string;
          email?: string;
          recipient_name?: string;
          message?: string;
          send_at?: string | null;
          sent_at?: string | null;
          sent_count?: number;
          member_id?: string | null;
          redeemed_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'vouchers_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'accounts';
            referencedColumns: ['account_id'];
          },
          {
            foreignKeyName: 'vouchers_account_id_member_id_fkey';
            columns: ['account_id', 'member_id'];
            isOneToOne: false;
            referencedRelation: 'members';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'vouchers_account_id_order_id_fkey';
            columns: ['account_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['account_id', 'id'];
          },
          {
            foreignKeyName: 'vouchers_account_id_order_item_id_fkey';
            columns: ['account_id', 'order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['account_id', 'id'];
          },
        ];
      };
      webhook_attempts: {
        Row: {
          account_id: string;
          id: string;
          delivery_id: string;
          number: number;
          request_headers: ColumnShape<'webhook_attempts', 'request_headers', Json>;
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
          request_headers: ColumnShape<'webhook_attempts', 'request_headers', Json>;
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
          request_headers?: ColumnShape<'webhook_attempts', 'request_headers', Json>;
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
          status: 'pending' | 'delivered' | 'failed';
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
          status?: 'pending' | 'delivered' | 'failed';
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
          status?: 'pending' | 'delivered' | 'failed';
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
          status: 'active' | 'paused' | 'disabled';
          disabled_reason: 'failing' | 'gone' | null;
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
          status?: 'active' | 'paused' | 'disabled';
          disabled_reason?: 'failing' | 'gone' | null;
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
          status?: 'active' | 'paused' | 'disabled';
          disabled_reason?: 'failing' | 'gone' | null;
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
          account_id: ColumnShape<'blog_counts', 'account_id', string>;
          kind: ColumnShape<'blog_counts', 'kind', string>;
          name: ColumnShape<'blog_counts', 'name', string>;
          posts: ColumnShape<'blog_counts', 'posts', number>;
        };
        Relationships: [];
      };
      course_progress: {
        Row: {
          account_id: ColumnShape<'course_progress', 'account_id', string>;
          id: ColumnShape<'course_progress', 'id', string>;
          member_id: ColumnShape<'course_progress', 'member_id', string>;
          course_id: ColumnShape<'course_progress', 'course_id', string>;
          status: ColumnShape<'course_progress', 'status', string>;
          starts_at: ColumnShape<'course_progress', 'starts_at', string>;
          expires_at: ColumnShape<'course_progress', 'expires_at', string>;
          completed_at: ColumnShape<'course_progress', 'completed_at', string>;
          created_at: ColumnShape<'course_progress', 'created_at', string>;
          total: ColumnShape<'course_progress', 'total', number>;
          done: ColumnShape<'course_progress', 'done', number>;
          percent: ColumnShape<'course_progress', 'percent', number>;
          seconds_left: ColumnShape<'course_progress', 'seconds_left', number>;
          seen_at: ColumnShape<'course_progress', 'seen_at', string>;
          last_lesson_id: ColumnShape<'course_progress', 'last_lesson_id', string>;
        };
        Relationships: [];
      };
      doc_versions: {
        Row: {
          account_id: ColumnShape<'doc_versions', 'account_id', string>;
          id: ColumnShape<'doc_versions', 'id', string>;
          doc_id: ColumnShape<'doc_versions', 'doc_id', string>;
          kind: ColumnShape<'doc_versions', 'kind', string>;
          title: ColumnShape<'doc_versions', 'title', string>;
          summary: ColumnShape<'doc_versions', 'summary', string>;
          content: ColumnShape<'doc_versions', 'content', string>;
          saved_by: ColumnShape<'doc_versions', 'saved_by', string>;
          created_at: ColumnShape<'doc_versions', 'created_at', string>;
        };
        Relationships: [];
      };
      family: {
        Row: {
          account_id: ColumnShape<'family', 'account_id', string>;
          id: ColumnShape<'family', 'id', string>;
          parent_id: ColumnShape<'family', 'parent_id', string>;
          child_id: ColumnShape<'family', 'child_id', string>;
          is_confirmed: ColumnShape<'family', 'is_confirmed', boolean>;
          is_my_parent: ColumnShape<'family', 'is_my_parent', boolean>;
          sees_grades: ColumnShape<'family', 'sees_grades', boolean>;
          other_id: ColumnShape<'family', 'other_id', string>;
          name: ColumnShape<'family', 'name', string>;
          avatar: ColumnShape<'family', 'avatar', string>;
          user_id: ColumnShape<'family', 'user_id', string>;
        };
        Relationships: [];
      };
      listed_forms: {
        Row: {
          account_id: ColumnShape<'listed_forms', 'account_id', string>;
          id: ColumnShape<'listed_forms', 'id', string>;
          name: ColumnShape<'listed_forms', 'name', string>;
          status: ColumnShape<'listed_forms', 'status', string>;
          fields: ColumnShape<'listed_forms', 'fields', Json>;
          submit_label: ColumnShape<'listed_forms', 'submit_label', string>;
          small_print: ColumnShape<'listed_forms', 'small_print', string>;
          thank_you: ColumnShape<'listed_forms', 'thank_you', string>;
          redirect: ColumnShape<'listed_forms', 'redirect', string>;
          subscribes: ColumnShape<'listed_forms', 'subscribes', boolean>;
          asks_once: ColumnShape<'listed_forms', 'asks_once', boolean>;
          search_text: ColumnShape<'listed_forms', 'search_text', string>;
          created_at: ColumnShape<'listed_forms', 'created_at', string>;
          updated_at: ColumnShape<'listed_forms', 'updated_at', string>;
          submissions: ColumnShape<'listed_forms', 'submissions', number>;
          latest_at: ColumnShape<'listed_forms', 'latest_at', string>;
        };
        Relationships: [];
      };
      member_cards: {
        Row: {
          account_id: ColumnShape<'member_cards', 'account_id', string>;
          id: ColumnShape<'member_cards', 'id', string>;
          user_id: ColumnShape<'member_cards', 'user_id', string>;
          name: ColumnShape<'member_cards', 'name', string>;
          slug: ColumnShape<'member_cards', 'slug', string>;
          avatar: ColumnShape<'member_cards', 'avatar', string>;
          bio: ColumnShape<'member_cards', 'bio', string>;
          role_name: ColumnShape<'member_cards', 'role_name', string>;
          is_public: ColumnShape<'member_cards', 'is_public', boolean>;
          search_name: ColumnShape<'member_cards', 'search_name', string>;
        };
        Relationships: [];
      };
      moderated_threads: {
        Row: {
          account_id: ColumnShape<'moderated_threads', 'account_id', string>;
          id: ColumnShape<'moderated_threads', 'id', string>;
        };
        Relationships: [];
      };
      page_previews: {
        Row: {
          account_id: ColumnShape<'page_previews', 'account_id', string>;
          id: ColumnShape<'page_previews', 'id', string>;
          page_id: ColumnShape<'page_previews', 'page_id', string>;
          expires_at: ColumnShape<'page_previews', 'expires_at', string>;
          created_by: ColumnShape<'page_previews', 'created_by', string>;
          created_at: ColumnShape<'page_previews', 'created_at', string>;
        };
        Relationships: [];
      };
      page_versions: {
        Row: {
          account_id: ColumnShape<'page_versions', 'account_id', string>;
          id: ColumnShape<'page_versions', 'id', string>;
          page_id: ColumnShape<'page_versions', 'page_id', string>;
          kind: ColumnShape<'page_versions', 'kind', string>;
          title: ColumnShape<'page_versions', 'title', string>;
          data: ColumnShape<'page_versions', 'data', Json>;
          settings: ColumnShape<'page_versions', 'settings', Json>;
          published_by: ColumnShape<'page_versions', 'published_by', string>;
          created_at: ColumnShape<'page_versions', 'created_at', string>;
        };
        Relationships: [];
      };
      payment_options: {
        Row: {
          account_id: ColumnShape<'payment_options', 'account_id', string>;
          provider: ColumnShape<'payment_options', 'provider', string>;
          is_test: ColumnShape<'payment_options', 'is_test', boolean>;
        };
        Relationships: [];
      };
      post_comment_reports: {
        Row: {
          account_id: ColumnShape<'post_comment_reports', 'account_id', string>;
          id: ColumnShape<'post_comment_reports', 'id', string>;
          comment_id: ColumnShape<'post_comment_reports', 'comment_id', string>;
          member_id: ColumnShape<'post_comment_reports', 'member_id', string>;
          reason: ColumnShape<'post_comment_reports', 'reason', string>;
          created_at: ColumnShape<'post_comment_reports', 'created_at', string>;
        };
        Relationships: [];
      };
      post_comments: {
        Row: {
          account_id: ColumnShape<'post_comments', 'account_id', string>;
          id: ColumnShape<'post_comments', 'id', string>;
          post_id: ColumnShape<'post_comments', 'post_id', string>;
          parent_id: ColumnShape<'post_comments', 'parent_id', string>;
          member_id: ColumnShape<'post_comments', 'member_id', string>;
          author_name: ColumnShape<'post_comments', 'author_name', string>;
          content: ColumnShape<'post_comments', 'content', string>;
          status: ColumnShape<'post_comments', 'status', string>;
          created_at: ColumnShape<'post_comments', 'created_at', string>;
          updated_at: ColumnShape<'post_comments', 'updated_at', string>;
        };
        Relationships: [];
      };
      post_previews: {
        Row: {
          account_id: ColumnShape<'post_previews', 'account_id', string>;
          id: ColumnShape<'post_previews', 'id', string>;
          post_id: ColumnShape<'post_previews', 'post_id', string>;
          expires_at: ColumnShape<'post_previews', 'expires_at', string>;
          created_by: ColumnShape<'post_previews', 'created_by', string>;
          created_at: ColumnShape<'post_previews', 'created_at', string>;
        };
        Relationships: [];
      };
      post_versions: {
        Row: {
          account_id: ColumnShape<'post_versions', 'account_id', string>;
          id: ColumnShape<'post_versions', 'id', string>;
          post_id: ColumnShape<'post_versions', 'post_id', string>;
          kind: ColumnShape<'post_versions', 'kind', string>;
          title: ColumnShape<'post_versions', 'title', string>;
          excerpt: ColumnShape<'post_versions', 'excerpt', string>;
          content: ColumnShape<'post_versions', 'content', string>;
          cover: ColumnShape<'post_versions', 'cover', Json>;
          categories: ColumnShape<'post_versions', 'categories', string[]>;
          tags: ColumnShape<'post_versions', 'tags', string[]>;
          settings: ColumnShape<'post_versions', 'settings', Json>;
          saved_by: ColumnShape<'post_versions', 'saved_by', string>;
          created_at: ColumnShape<'post_versions', 'created_at', string>;
        };
        Relationships: [];
      };
      removed_pages: {
        Row: {
          account_id: ColumnShape<'removed_pages', 'account_id', string>;
          id: ColumnShape<'removed_pages', 'id', string>;
          title: ColumnShape<'removed_pages', 'title', string>;
          slug: ColumnShape<'removed_pages', 'slug', string>;
          kind: ColumnShape<'removed_pages', 'kind', string>;
          removed_by: ColumnShape<'removed_pages', 'removed_by', string>;
          removed_at: ColumnShape<'removed_pages', 'removed_at', string>;
        };
        Relationships: [];
      };
      sign_in_buttons: {
        Row: {
          account_id: ColumnShape<'sign_in_buttons', 'account_id', string>;
          provider: ColumnShape<'sign_in_buttons', 'provider', string>;
        };
        Relationships: [];
      };
    };
    Functions: {
      accept_invitation: { Args: ArgumentShapes<'accept_invitation', { account_id: string; code: string }>; Returns: ResultShape<'accept_invitation', string> };
      accept_thread_answer: { Args: ArgumentShapes<'accept_thread_answer', { post_id: string; is_accepted: boolean }>; Returns: undefined };
      account_numbers: { Args: Record<PropertyKey, never>; Returns: RowShape<'account_numbers', { account_id: string; slug: string; domain: string; status: string; title: string; icon: string; members: number; courses: number; is_member: boolean; created_at: string; suspension: string }>[] };
      account_reports: { Args: ArgumentShapes<'account_reports', { period?: string; since?: string | null; until?: string | null; compare?: string }>; Returns: ResultShape<'account_reports', Json> };
      account_usage: { Args: ArgumentShapes<'account_usage', { account_id: string }>; Returns: RowShape<'account_usage', { meter: string; used: number; cap: number; period_start: string; is_kept: boolean }>[] };
      add_assignment_file: { Args: ArgumentShapes<'add_assignment_file', { submission_id: string; path: string; name: string }>; Returns: ResultShape<'add_assignment_file', Json> };
      add_order_note: { Args: ArgumentShapes<'add_order_note', { order_id: string; note: string }>; Returns: ResultShape<'add_order_note', string> };
      add_quiz: { Args: ArgumentShapes<'add_quiz', { course_id: string; title: string }>; Returns: ResultShape<'add_quiz', string> };
      add_to_conversation: { Args: ArgumentShapes<'add_to_conversation', { conversation_id: string; member_ids: string[] }>; Returns: undefined };
      affiliate_balances: { Args: ArgumentShapes<'affiliate_balances', { account_id: string }>; Returns: RowShape<'affiliate_balances', { affiliate_id: string; currency: string; pending: number; payable: number; paid: number }>[] };
      affiliate_counts: { Args: ArgumentShapes<'affiliate_counts', { account_id: string }>; Returns: RowShape<'affiliate_counts', { affiliate_id: string; clicks: number; sales: number }>[] };
      allow_log_in_as: { Args: ArgumentShapes<'allow_log_in_as', { account_id: string; is_allowed: boolean }>; Returns: undefined };
      answer_group_event: { Args: ArgumentShapes<'answer_group_event', { event_id: string; answer: string }>; Returns: undefined };
      answer_ticket: { Args: ArgumentShapes<'answer_ticket', { account_id: string; ticket_id: string; body: string; is_internal?: boolean; next_status?: string | null; files?: string[] }>; Returns: ResultShape<'answer_ticket', string> };
      apply_site_template: { Args: ArgumentShapes<'apply_site_template', { template: Json }>; Returns: ResultShape<'apply_site_template', Json> };
      archived_parts: { Args: ArgumentShapes<'archived_parts', { course_id: string }>; Returns: RowShape<'archived_parts', { id: string; kind: string; title: string; section_title: string; archived_at: string; lessons: number; students: number }>[] };
      arrange_docs: { Args: ArgumentShapes<'arrange_docs', { account_id: string; tree: Json }>; Returns: undefined };
      ask_family: { Args: ArgumentShapes<'ask_family', { account_id: string; email: string; as_parent: boolean }>; Returns: undefined };
      asked_fields: { Args: ArgumentShapes<'asked_fields', { account_id: string; form_id: string }>; Returns: RowShape<'asked_fields', { id: string; label: string }>[] };
      assign_seats: { Args: ArgumentShapes<'assign_seats', { order_item_id: string; people: Json }>; Returns: number };
      assignment_overview: { Args: ArgumentShapes<'assignment_overview', { lesson_id: string }>; Returns: ResultShape<'assignment_overview', Json> };
      assignment_result: { Args: ArgumentShapes<'assignment_result', { lesson_id: string; member_id: string }>; Returns: RowShape<'assignment_result', { status: string; points: number; out_of: number; passed: boolean; submitted_at: string; late_units: number }>[] };
      attempt_result: { Args: ArgumentShapes<'attempt_result', { attempt_id: string }>; Returns: ResultShape<'attempt_result', Json> };
      attempts_to_grade: { Args: ArgumentShapes<'attempts_to_grade', { at_most?: number }>; Returns: RowShape<'attempts_to_grade', { attempt_id: string; number: number; student: string; quiz: string; course: string; submitted_at: string; to_grade: number; total: number }>[] };
      audit_choices: { Args: Record<PropertyKey, never>; Returns: ResultShape<'audit_choices', Json> };
      badge_status: { Args: ArgumentShapes<'badge_status', { account_id: string; first_index: number; entries: number }>; Returns: RowShape<'badge_status', { status_index: number }>[] };
      bank_tags: { Args: Record<PropertyKey, never>; Returns: RowShape<'bank_tags', { tag: string; course_id: string; questions: number }>[] };
      beat_lesson: { Args: ArgumentShapes<'beat_lesson', { lesson_id: string }>; Returns: ResultShape<'beat_lesson', Json> };
      begin_page: { Args: ArgumentShapes<'begin_page', { title: string; slug: string; content: Json; settings?: Json }>; Returns: ResultShape<'begin_page', string> };
      bind_session: { Args: ArgumentShapes<'bind_session', { account_id: string }>; Returns: boolean };
      bring_back_page: { Args: ArgumentShapes<'bring_back_page', { page_id: string }>; Returns: ResultShape<'bring_back_page', string> };
      cancel_order: { Args: ArgumentShapes<'cancel_order', { order_id: string }>; Returns: ResultShape<'cancel_order', string> };
      cancel_orders: { Args: ArgumentShapes<'cancel_orders', { order_ids: string[] }>; Returns: ResultShape<'cancel_orders', Json> };
      cancel_subscription: { Args: ArgumentShapes<'cancel_subscription', { subscription_id: string; at_once?: boolean }>; Returns: ResultShape<'cancel_subscription', string> };
      card_badges: { Args: ArgumentShapes<'card_badges', { account_id: string; member_id: string }>; Returns: RowShape<'card_badges', { id: string; name: string; description: string; icon: string; awarded_at: string }>[] };
      card_open_badges: { Args: ArgumentShapes<'card_open_badges', { account_id: string; member_id: string }>; Returns: RowShape<'card_open_badges', { id: string; badge_id: string; name: string; description: string; language: string; awarded_at: string }>[] };
      cart_numbers: { Args: ArgumentShapes<'cart_numbers', { account_id: string }>; Returns: RowShape<'cart_numbers', { currency: string; reminded: number; ordered: number; revenue: number }>[] };
      change_bank_questions: { Args: ArgumentShapes<'change_bank_questions', { ids: string[]; change: Json }>; Returns: number };
      change_lessons: { Args: ArgumentShapes<'change_lessons', { course_id: string; lesson_ids: string[]; change: Json }>; Returns: ResultShape<'change_lessons', string[]> };
      change_stock: { Args: ArgumentShapes<'change_stock', { product_id: string; stock: number; shown?: number | null }>; Returns: number };
      change_subscription: { Args: ArgumentShapes<'change_subscription', { subscription_id: string; price_id: string; shown_due?: number | null }>; Returns: ResultShape<'change_subscription', Json> };
      change_subscription_method: { Args: ArgumentShapes<'change_subscription_method', { subscription_id: string; method_id: string }>; Returns: undefined };
      check_domain: { Args: ArgumentShapes<'check_domain', { account_id: string; claim_id: string }>; Returns: undefined };
      check_member_import: { Args: ArgumentShapes<'check_member_import', { account_id: string; people: Json; role_id: string }>; Returns: RowShape<'check_member_import', { line: number; email: string; name: string; outcome: string }>[] };
      check_site: { Args: ArgumentShapes<'check_site', { account_id: string; ticket_id: string }>; Returns: undefined };
      choose_addons: { Args: ArgumentShapes<'choose_addons', { account_id: string; addons: string[] }>; Returns: ResultShape<'choose_addons', string[]> };
      choose_features: { Args: ArgumentShapes<'choose_features', { account_id: string; features: string[] }>; Returns: ResultShape<'choose_features', string[]> };
      complete_lesson: { Args: ArgumentShapes<'complete_lesson', { lesson_id: string; is_done?: boolean }>; Returns: undefined };
      confirm_family: { Args: ArgumentShapes<'confirm_family', { tie_id: string }>; Returns: undefined };
      copy_course: { Args: ArgumentShapes<'copy_course', { course_id: string; title: string }>; Returns: ResultShape<'copy_course', string> };
      copy_page: { Args: ArgumentShapes<'copy_page', { page_id: string }>; Returns: ResultShape<'copy_page', string> };
      copy_parts: { Args: ArgumentShapes<'copy_parts', { course_id: string; part_ids: string[]; section_id?: string | null; names?: Json }>; Returns: number };
      copy_post: { Args: ArgumentShapes<'copy_post', { post_id: string }>; Returns: ResultShape<'copy_post', string> };
      count_uncertified: { Args: Record<PropertyKey, never>; Returns: number };
      course_requirements: { Args: ArgumentShapes<'course_requirements', { course_id: string }>; Returns: RowShape<'course_requirements', { id: string; title: string; slug: string; is_finished: boolean }>[] };
      course_roster: { Args: ArgumentShapes<'course_roster', { course_id: string; search?: string; statuses?: string[]; page?: number; page_size?: number; sort?: string; is_descending?: boolean; cohort_ids?: string[] }>; Returns: ResultShape<'course_roster', Json> };
      create_account: { Args: ArgumentShapes<'create_account', { title: string; slug: string; owner_email: string }>; Returns: ResultShape<'create_account', string> };
      create_api_key: { Args: ArgumentShapes<'create_api_key', { account_id: string; name: string; scopes: string[]; expires_at?: string | null }>; Returns: ResultShape<'create_api_key', Json> };
      create_course: { Args: ArgumentShapes<'create_course', { account_id: string; title: string }>; Returns: ResultShape<'create_course', string> };
      create_family_code: { Args: ArgumentShapes<'create_family_code', { account_id: string; child_id?: string | null; sees_grades?: boolean }>; Returns: ResultShape<'create_family_code', Json> };
      dead_letters: { Args: ArgumentShapes<'dead_letters', { subscriber?: string | null; page?: number; page_size?: number }>; Returns: ResultShape<'dead_letters', Json> };
      decide_group_request: { Args: ArgumentShapes<'decide_group_request', { group_id: string; member_id: string; is_approved: boolean }>; Returns: undefined };
      decide_message_reports: { Args: ArgumentShapes<'decide_message_reports', { ids: string[]; removes: boolean }>; Returns: ResultShape<'decide_message_reports', Json> };
      decide_post_comments: { Args: ArgumentShapes<'decide_post_comments', { ids: string[]; status: string }>; Returns: ResultShape<'decide_post_comments', Json> };
      decide_thread_posts: { Args: ArgumentShapes<'decide_thread_posts', { ids: string[]; status: string }>; Returns: ResultShape<'decide_thread_posts', Json> };
      delete_message: { Args: ArgumentShapes<'delete_message', { message_id: string }>; Returns: undefined };
      drip_section: { Args: ArgumentShapes<'drip_section', { section_id: string; every_days: number; hour: string; from_day?: number }>; Returns: number };
      edit_message: { Args: ArgumentShapes<'edit_message', { message_id: string; body: string }>; Returns: Database['public']['Tables']['messages']['Row'] };
      end_all_sessions: { Args: Record<PropertyKey, never>; Returns: number };
      end_enrolments: { Args: ArgumentShapes<'end_enrolments', { course_id: string; enrolments: string[]; even_paid?: boolean }>; Returns: number };
      end_member_sessions: { Args: ArgumentShapes<'end_member_sessions', { account_id: string; member_id: string }>; Returns: number };
      end_own_session: { Args: ArgumentShapes<'end_own_session', { session_id: string }>; Returns: boolean };
      end_poll: { Args: ArgumentShapes<'end_poll', { poll_id: string }>; Returns: undefined };
      end_sessions_of_person: { Args: ArgumentShapes<'end_sessions_of_person', { person: string }>; Returns: number };
      enrol_free: { Args: ArgumentShapes<'enrol_free', { course_id: string }>; Returns: ResultShape<'enrol_free', string> };
      enrol_group: { Args: ArgumentShapes<'enrol_group', { course_id: string; group_id: string; expires?: string | null; is_trial?: boolean }>; Returns: ResultShape<'enrol_group', Json> };
      enrol_people: { Args: ArgumentShapes<'enrol_people', { course_id: string; emails: string[]; expires?: string | null; is_trial?: boolean }>; Returns: RowShape<'enrol_people', { email: string; outcome: string; name: string }>[] };
      enter_grades: { Args: ArgumentShapes<'enter_grades', { course_id: string; changes: Json; is_import?: boolean }>; Returns: number };
      erase_own_data: { Args: Record<PropertyKey, never>; Returns: ResultShape<'erase_own_data', string> };
      export_own_data: { Args: Record<PropertyKey, never>; Returns: ResultShape<'export_own_data', Json> };
      extend_enrolments: { Args: ArgumentShapes<'extend_enrolments', { course_id: string; enrolments: string[]; expires?: string | null }>; Returns: number };
      form_counts: { Args: ArgumentShapes<'form_counts', { account_id: string }>; Returns: RowShape<'form_counts', { form_id: string; submissions: number; latest_at: string }>[] };
      free_seat: { Args: ArgumentShapes<'free_seat', { voucher_id: string }>; Returns: undefined };
      give_badge: { Args: ArgumentShapes<'give_badge', { badge_id: string; member_id: string }>; Returns: boolean };
      grade_attempt: { Args: ArgumentShapes<'grade_attempt', { attempt_id: string; grades: Json }>; Returns: ResultShape<'grade_attempt', Json> };
      grade_details: { Args: ArgumentShapes<'grade_details', { item_id: string; member_id: string }>; Returns: ResultShape<'grade_details', Json> };
      grade_submission: { Args: ArgumentShapes<'grade_submission', { submission_id: string; version: number; points: number; rubric: Json; feedback: string }>; Returns: ResultShape<'grade_submission', Json> };
      gradebook: { Args: ArgumentShapes<'gradebook', { course_id: string; search?: string; page?: number; page_size?: number; sort?: string; is_descending?: boolean; with_ended?: boolean }>; Returns: ResultShape<'gradebook', Json> };
      gradebook_setup: { Args: ArgumentShapes<'gradebook_setup', { course_id: string }>; Returns: ResultShape<'gradebook_setup', Json> };
      group_guests: { Args: ArgumentShapes<'group_guests', { group_id: string; term: string }>; Returns: RowShape<'group_guests', { member_id: string; user_id: string; name: string; avatar: string }>[] };
      import_redirects: { Args: ArgumentShapes<'import_redirects', { account_id: string; lines: Json }>; Returns: ResultShape<'import_redirects', Json> };
      invite_affiliate: { Args: ArgumentShapes<'invite_affiliate', { programme_id: string; member_id: string }>; Returns: ResultShape<'invite_affiliate', string> };
      invite_member: { Args: ArgumentShapes<'invite_member', { account_id: string; email: string; name: string; role_id: string }>; Returns: ResultShape<'invite_member', string> };
      invite_to_group: { Args: ArgumentShapes<'invite_to_group', { group_id: string; member_id: string }>; Returns: undefined };
      invoice_document: { Args: ArgumentShapes<'invoice_document', { invoice_id: string }>; Returns: ResultShape<'invoice_document', Json> };
      invoice_order: { Args: ArgumentShapes<'invoice_order', { order_id: string }>; Returns: ResultShape<'invoice_order', string> };
      is_blocked: { Args: ArgumentShapes<'is_blocked', { account_id: string }>; Returns: boolean };
      is_free_slug: { Args: ArgumentShapes<'is_free_slug', { slug: string }>; Returns: boolean };
      is_super_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      issue_certificates: { Args: Record<PropertyKey, never>; Returns: number };
      join_account: { Args: ArgumentShapes<'join_account', { account_id: string; accepts?: boolean }>; Returns: ResultShape<'join_account', string> };
      join_affiliate_programme: { Args: ArgumentShapes<'join_affiliate_programme', { programme_id: string; code?: string | null; note?: string; accepts?: boolean }>; Returns: ResultShape<'join_affiliate_programme', string> };
      join_cohort: { Args: ArgumentShapes<'join_cohort', { cohort_id: string }>; Returns: ResultShape<'join_cohort', string> };
      join_group: { Args: ArgumentShapes<'join_group', { group_id: string }>; Returns: ResultShape<'join_group', string> };
      keep_subscription: { Args: ArgumentShapes<'keep_subscription', { subscription_id: string }>; Returns: ResultShape<'keep_subscription', string> };
      known_tax_rates: { Args: Record<PropertyKey, never>; Returns: RowShape<'known_tax_rates', { country: string; region: string; standard: number; reduced: number; name: string; as_of: string; is_in_eu: boolean }>[] };
      leaderboard: { Args: ArgumentShapes<'leaderboard', { account_id: string; period?: string; course_id?: string | null; group_id?: string | null; max_rows?: number }>; Returns: RowShape<'leaderboard', { place: number; name: string; avatar: string; slug: string; points: number; level: string; is_own: boolean }>[] };
      learner_report: { Args: ArgumentShapes<'learner_report', { member_id?: string | null }>; Returns: ResultShape<'learner_report', Json> };
      leave_conversation: { Args: ArgumentShapes<'leave_conversation', { conversation_id: string; member_id?: string | null }>; Returns: undefined };
      leave_group: { Args: ArgumentShapes<'leave_group', { group_id: string }>; Returns: undefined };
      leave_waiting: { Args: ArgumentShapes<'leave_waiting', { cohort_id: string }>; Returns: undefined };
      lesson_states: { Args: ArgumentShapes<'lesson_states', { course_id: string }>; Returns: RowShape<'lesson_states', { lesson_id: string; is_open: boolean; opens_at: string; rules: Json }>[] };
      let_view_as: { Args: ArgumentShapes<'let_view_as', { account_id: string; ticket_id: string; is_allowed: boolean }>; Returns: ResultShape<'let_view_as', string> };
      list_accounts: { Args: ArgumentShapes<'list_accounts', { search: string; status: string; owner_id: string; plan_id: string; sort: string; is_descending: boolean; page: number; page_size: number }>; Returns: ResultShape<'list_accounts', Json> };
      list_activity: { Args: ArgumentShapes<'list_activity', { part?: string; before?: number | null; max_rows?: number }>; Returns: RowShape<'list_activity', { position: number; kind: string; happened_at: string; is_own: boolean; is_new: boolean; name: string; title: string; path: string }>[] };
      list_badge_holders: { Args: ArgumentShapes<'list_badge_holders', { badge_id: string }>; Returns: RowShape<'list_badge_holders', { member_id: string; name: string; avatar: string; awarded_at: string }>[] };
      list_conversations: { Args: ArgumentShapes<'list_conversations', { search?: string; conversation_id?: string | null; max_rows?: number }>; Returns: RowShape<'list_conversations', { id: string; kind: string; title: string; is_admin: boolean; people: Json; member_count: number; last_seq: number; last_message_at: string; last_message: Json; read_seq: number; unread: number; is_muted: boolean; notify_level: string; draft: string; can_write: boolean }>[] };
      list_customers: { Args: ArgumentShapes<'list_customers', { search: string; page: number; page_size: number; sort?: string; is_descending?: boolean }>; Returns: ResultShape<'list_customers', Json> };
      list_event_people: { Args: ArgumentShapes<'list_event_people', { event_id: string }>; Returns: RowShape<'list_event_people', { member_id: string; user_id: string; name: string; slug: string; avatar: string; answer: string }>[] };
      list_group_people: { Args: ArgumentShapes<'list_group_people', { group_id: string }>; Returns: RowShape<'list_group_people', { member_id: string; user_id: string; name: string; slug: string; avatar: string; role: string; is_muted: boolean; state: string; joined_at: string }>[] };
      list_groups: { Args: Record<PropertyKey, never>; Returns: RowShape<'list_groups', { id: string; slug: string; title: string; description: string; visibility: string; join_by: string; member_count: number; role: string; request: string; unread: number; notify_level: string; is_muted: boolean; welcome: string; offers: Json }>[] };
      list_invoices: { Args: ArgumentShapes<'list_invoices', { search: string; status: string; account_id: string; page: number; page_size: number; sort?: string | null; is_descending?: boolean }>; Returns: ResultShape<'list_invoices', Json> };
      list_jobs: { Args: ArgumentShapes<'list_jobs', { state: string; queue: string; page: number; page_size: number }>; Returns: ResultShape<'list_jobs', Json> };
      list_link_previews: { Args: ArgumentShapes<'list_link_previews', { urls: string[] }>; Returns: RowShape<'list_link_previews', { url: string; is_waiting: boolean; title: string; description: string }>[] };
      list_noise: { Args: ArgumentShapes<'list_noise', { sort: string; page: number; page_size: number }>; Returns: ResultShape<'list_noise', Json> };
      list_owners: { Args: ArgumentShapes<'list_owners', { search: string; sort: string; is_descending: boolean; page: number; page_size: number }>; Returns: ResultShape<'list_owners', Json> };
      list_people: { Args: ArgumentShapes<'list_people', { search: string; sort: string; is_descending: boolean; page: number; page_size: number }>; Returns: ResultShape<'list_people', Json> };
      list_plans: { Args: Record<PropertyKey, never>; Returns: RowShape<'list_plans', { id: string; label: string; currency: string; pricing: Json; features: string[]; limits: Json; is_offered: boolean; accounts: number; subscriptions: number }>[] };
      list_poll_voters: { Args: ArgumentShapes<'list_poll_voters', { option_id: string }>; Returns: RowShape<'list_poll_voters', { id: string; name: string; slug: string; user_id: string; avatar: string }>[] };
      list_polls: { Args: ArgumentShapes<'list_polls', { post_ids: string[] }>; Returns: RowShape<'list_polls', { id: string; post_id: string; is_multiple: boolean; is_anonymous: boolean; results: string; ends_at: string; is_over: boolean; voter_count: number; options: Json }>[] };
      list_reports: { Args: ArgumentShapes<'list_reports', { account_id: string; search: string; page: number; page_size: number }>; Returns: ResultShape<'list_reports', Json> };
      list_schedule_runs: { Args: ArgumentShapes<'list_schedule_runs', { name: string; status: string; page: number; page_size: number }>; Returns: ResultShape<'list_schedule_runs', Json> };
      list_schedules: { Args: Record<PropertyKey, never>; Returns: RowShape<'list_schedules', { name: string; cron: string; is_paused: boolean; paused_at: string; paused_by: string; next_run_at: string; last_status: string; last_at: string; last_seconds: number; runs: number; failures: number }>[] };
      list_slow_statements: { Args: Record<PropertyKey, never>; Returns: RowShape<'list_slow_statements', { hash: string; statement: string; calls: number; milliseconds: number; longest: number; last_at: string }>[] };
      list_subscriptions: { Args: ArgumentShapes<'list_subscriptions', { search: string; status: string; plan_id: string; page: number; page_size: number; sort?: string | null; is_descending?: boolean }>; Returns: ResultShape<'list_subscriptions', Json> };
      live_addresses: { Args: ArgumentShapes<'live_addresses', { account_id: string; paths: string[] }>; Returns: ResultShape<'live_addresses', string>[] };
      lock_thread: { Args: ArgumentShapes<'lock_thread', { thread_id: string; is_locked: boolean }>; Returns: undefined };
      lost_features: { Args: ArgumentShapes<'lost_features', { account_id: string; plan_id: string }>; Returns: ResultShape<'lost_features', string[]> };
      make_default_design: { Args: ArgumentShapes<'make_default_design', { design_id: string }>; Returns: undefined };
      make_home: { Args: ArgumentShapes<'make_home', { page_id: string }>; Returns: ResultShape<'make_home', string> };
      make_open_badge: { Args: ArgumentShapes<'make_open_badge', { certificate_id?: string | null; badge_id?: string | null }>; Returns: ResultShape<'make_open_badge', string> };
      mark_invoice_paid: { Args: ArgumentShapes<'mark_invoice_paid', { account_id: string; invoice_id: string }>; Returns: ResultShape<'mark_invoice_paid', string> };
      mark_invoices_paid: { Args: ArgumentShapes<'mark_invoices_paid', { invoice_ids: string[] }>; Returns: ResultShape<'mark_invoices_paid', Json> };
      mark_orders_paid: { Args: ArgumentShapes<'mark_orders_paid', { order_ids: string[] }>; Returns: ResultShape<'mark_orders_paid', Json> };
      mark_paid: { Args: ArgumentShapes<'mark_paid', { order_id: string }>; Returns: ResultShape<'mark_paid', string> };
      media_uses: { Args: ArgumentShapes<'media_uses', { account_id: string; paths: string[] }>; Returns: RowShape<'media_uses', { path: string; kind: string; id: string; slug: string; title: string }>[] };
      member_count: { Args: ArgumentShapes<'member_count', { account_id: string; filter?: Json }>; Returns: number };
      member_page: { Args: ArgumentShapes<'member_page', { account_id: string; filter?: Json; sort?: string; is_ascending?: boolean; after?: Json | null; page_size?: number; skip?: number }>; Returns: ResultShape<'member_page', Json> };
      meter_days: { Args: ArgumentShapes<'meter_days', { account_id: string; meter: string }>; Returns: RowShape<'meter_days', { day: string; amount: number }>[] };
      meter_places: { Args: ArgumentShapes<'meter_places', { account_id: string; meter: string }>; Returns: RowShape<'meter_places', { place: string; amount: number }>[] };
      move_to_cohort: { Args: ArgumentShapes<'move_to_cohort', { course_id: string; enrolments: string[]; cohort_id?: string | null }>; Returns: number };
      mute_group_member: { Args: ArgumentShapes<'mute_group_member', { group_id: string; member_id: string; is_muted: boolean }>; Returns: undefined };
      open_account: { Args: ArgumentShapes<'open_account', { title: string; slug: string; kind: string; preset: string; language: string; currency: string }>; Returns: ResultShape<'open_account', string> };
      open_cohorts: { Args: ArgumentShapes<'open_cohorts', { account_id: string; course_id: string }>; Returns: RowShape<'open_cohorts', { id: string; name: string; starts_at: string; ends_at: string; seats_left: number; closes_at: string }>[] };
      open_questions: { Args: Record<PropertyKey, never>; Returns: RowShape<'open_questions', { id: string; author_name: string; content: string; created_at: string; replies: number; course_title: string; course_slug: string; course_language: string; lesson_title: string; lesson_slug: string }>[] };
      open_ticket: { Args: ArgumentShapes<'open_ticket', { account_id: string; category: string; subject: string; body: string; about_account_id?: string | null; context?: Json; files?: string[] }>; Returns: ResultShape<'open_ticket', string> };
      order_count: { Args: ArgumentShapes<'order_count', { account_id: string; filter?: Json }>; Returns: number };
      order_history: { Args: ArgumentShapes<'order_history', { order_id: string }>; Returns: RowShape<'order_history', { id: string; kind: string; note: string; facts: Json; actor: string; created_at: string }>[] };
      order_page: { Args: ArgumentShapes<'order_page', { account_id: string; filter?: Json; sort?: string; is_ascending?: boolean; page_size?: number; skip?: number }>; Returns: Database['public']['Tables']['orders']['Row'][] };
      over_plan: { Args: ArgumentShapes<'over_plan', { account_id: string; plan_id: string }>; Returns: RowShape<'over_plan', { meter: string; used: number; cap: number }>[] };
      owes_second_step: { Args: Record<PropertyKey, never>; Returns: boolean };
      own_address_is_proved: { Args: Record<PropertyKey, never>; Returns: boolean };
      own_credits: { Args: ArgumentShapes<'own_credits', { account_id: string }>; Returns: RowShape<'own_credits', { currency: string; amount: number }>[] };
      own_grades: { Args: ArgumentShapes<'own_grades', { course_id: string; member_id?: string | null; what_if?: Json }>; Returns: ResultShape<'own_grades', Json> };
      own_open_badges: { Args: Record<PropertyKey, never>; Returns: RowShape<'own_open_badges', { certificate_id: string; badge_id: string; id: string; name: string; description: string; language: string; awarded_at: string; expires_at: string; state: string; is_on_card: boolean }>[] };
      own_review: { Args: ArgumentShapes<'own_review', { course_id: string }>; Returns: RowShape<'own_review', { id: string; rating: number; body: string; status: string; reply: string; may_write: boolean }>[] };
      own_score: { Args: Record<PropertyKey, never>; Returns: ResultShape<'own_score', Json> };
      own_sessions: { Args: Record<PropertyKey, never>; Returns: RowShape<'own_sessions', { id: string; user_agent: string; ip: string; created_at: string; seen_at: string; is_current: boolean }>[] };
      own_thread_level: { Args: ArgumentShapes<'own_thread_level', { thread_id: string }>; Returns: ResultShape<'own_thread_level', string> };
      own_waiting: { Args: ArgumentShapes<'own_waiting', { course_id: string }>; Returns: RowShape<'own_waiting', { cohort_id: string; place: number }>[] };
      owned_products: { Args: ArgumentShapes<'owned_products', { account_id: string; products: string[] }>; Returns: RowShape<'owned_products', { product_id: string; course_slug: string }>[] };
      pages_with_section: { Args: ArgumentShapes<'pages_with_section', { section_id: string }>; Returns: RowShape<'pages_with_section', { id: string; title: string; slug: string }>[] };
      paid_until: { Args: ArgumentShapes<'paid_until', { account_id: string; products: string[] }>; Returns: RowShape<'paid_until', { product_id: string; until: string; renews: boolean }>[] };
      pause_schedule: { Args: ArgumentShapes<'pause_schedule', { name: string; is_paused: boolean }>; Returns: undefined };
      pause_subscription: { Args: ArgumentShapes<'pause_subscription', { subscription_id: string; until?: string | null }>; Returns: ResultShape<'pause_subscription', string> };
      pay_affiliate: { Args: ArgumentShapes<'pay_affiliate', { affiliate_id: string; currency: string; amount: number; reference?: string }>; Returns: ResultShape<'pay_affiliate', string> };
      people_to_message: { Args: ArgumentShapes<'people_to_message', { term?: string; member_id?: string | null }>; Returns: RowShape<'people_to_message', { id: string; user_id: string; name: string; slug: string; avatar: string; role_name: string }>[] };
      pin_thread: { Args: ArgumentShapes<'pin_thread', { thread_id: string; is_pinned: boolean }>; Returns: undefined };
      pin_thread_post: { Args: ArgumentShapes<'pin_thread_post', { post_id: string; is_pinned: boolean }>; Returns: undefined };
      plan_limit: { Args: ArgumentShapes<'plan_limit', { account_id: string; name: string }>; Returns: number };
      platform_health: { Args: Record<PropertyKey, never>; Returns: ResultShape<'platform_health', Json> };
      platform_numbers: { Args: Record<PropertyKey, never>; Returns: ResultShape<'platform_numbers', Json> };
      possible_authors: { Args: ArgumentShapes<'possible_authors', { account_id: string }>; Returns: RowShape<'possible_authors', { id: string; name: string }>[] };
      possible_instructors: { Args: ArgumentShapes<'possible_instructors', { course_id: string }>; Returns: RowShape<'possible_instructors', { id: string; name: string }>[] };
      possible_letter_readers: { Args: ArgumentShapes<'possible_letter_readers', { account_id: string }>; Returns: RowShape<'possible_letter_readers', { id: string; name: string; email: string }>[] };
      preview_availability: { Args: ArgumentShapes<'preview_availability', { course_id: string; started: string; at: string }>; Returns: RowShape<'preview_availability', { lesson_id: string; is_open: boolean; is_hidden: boolean; opens_at: string; rules: Json }>[] };
      preview_doc: { Args: ArgumentShapes<'preview_doc', { account_id: string; secret: string }>; Returns: ResultShape<'preview_doc', Json> };
      preview_page: { Args: ArgumentShapes<'preview_page', { account_id: string; secret: string }>; Returns: ResultShape<'preview_page', Json> };
      preview_post: { Args: ArgumentShapes<'preview_post', { account_id: string; secret: string }>; Returns: ResultShape<'preview_post', Json> };
      preview_regrade: { Args: ArgumentShapes<'preview_regrade', { quiz_id: string }>; Returns: ResultShape<'preview_regrade', Json> };
      preview_tax: { Args: ArgumentShapes<'preview_tax', { country: string; region: string; is_company: boolean; tax_class: string; type: string; amount: number }>; Returns: RowShape<'preview_tax', { treatment: string; tax_country: string; tax_region: string; reason: string; category: string; rate: number; name: string; tax: number; total: number; prices_include_tax: boolean }>[] };
      publish_doc: { Args: ArgumentShapes<'publish_doc', { doc_id: string; seen?: number | null }>; Returns: undefined };
      publish_draft: { Args: ArgumentShapes<'publish_draft', { kind: string; id: string; seen?: number | null }>; Returns: ResultShape<'publish_draft', string> };
      publish_page: { Args: ArgumentShapes<'publish_page', { page_id: string; seen?: number | null }>; Returns: ResultShape<'publish_page', string> };
      publish_post: { Args: ArgumentShapes<'publish_post', { post_id: string; seen?: number | null }>; Returns: ResultShape<'publish_post', string> };
      question_uses: { Args: ArgumentShapes<'question_uses', { question_id: string }>; Returns: RowShape<'question_uses', { quiz_id: string; title: string; course: string; how: string }>[] };
      quiz_overview: { Args: ArgumentShapes<'quiz_overview', { quiz_id: string }>; Returns: ResultShape<'quiz_overview', Json> };
      quiz_result: { Args: ArgumentShapes<'quiz_result', { lesson_id: string; member_id: string }>; Returns: RowShape<'quiz_result', { attempts: number; grading_method: string; percent: number }>[] };
      quiz_statistics: { Args: ArgumentShapes<'quiz_statistics', { quiz_id: string }>; Returns: ResultShape<'quiz_statistics', Json> };
      react_to_message: { Args: ArgumentShapes<'react_to_message', { message_id: string; reaction: string; is_on: boolean }>; Returns: undefined };
      react_to_thread_post: { Args: ArgumentShapes<'react_to_thread_post', { post_id: string; reaction: string; is_on: boolean }>; Returns: ResultShape<'react_to_thread_post', Json> };
      reactivate_account: { Args: ArgumentShapes<'reactivate_account', { account_id: string }>; Returns: undefined };
      reactivate_accounts: { Args: ArgumentShapes<'reactivate_accounts', { account_ids: string[] }>; Returns: ResultShape<'reactivate_accounts', Json> };
      read_conversation: { Args: ArgumentShapes<'read_conversation', { conversation_id: string; seq: number }>; Returns: undefined };
      read_invitation: { Args: ArgumentShapes<'read_invitation', { account_id: string; code: string }>; Returns: ResultShape<'read_invitation', Json> };
      read_voucher: { Args: ArgumentShapes<'read_voucher', { account_id: string; code: string }>; Returns: ResultShape<'read_voucher', Json> };
      redeem_voucher: { Args: ArgumentShapes<'redeem_voucher', { account_id: string; code: string }>; Returns: ResultShape<'redeem_voucher', string> };
      refund_order: { Args: ArgumentShapes<'refund_order', { order_id: string; lines?: Json | null; amount?: number | null; reason?: string; takes_access?: boolean; kind?: string; idempotency_key?: string | null }>; Returns: ResultShape<'refund_order', string> };
      regrade_quiz: { Args: ArgumentShapes<'regrade_quiz', { quiz_id: string; token: string; reason?: string }>; Returns: number };
      reminds_of_carts: { Args: ArgumentShapes<'reminds_of_carts', { account_id: string }>; Returns: boolean };
      remove_assignment_file: { Args: ArgumentShapes<'remove_assignment_file', { file_id: string }>; Returns: ResultShape<'remove_assignment_file', Json> };
      remove_domain: { Args: ArgumentShapes<'remove_domain', { account_id: string; claim_id: string }>; Returns: undefined };
      remove_forms: { Args: ArgumentShapes<'remove_forms', { ids: string[] }>; Returns: ResultShape<'remove_forms', Json> };
      remove_group_member: { Args: ArgumentShapes<'remove_group_member', { group_id: string; member_id: string; is_banned?: boolean }>; Returns: undefined };
      remove_members: { Args: ArgumentShapes<'remove_members', { account_id: string; ids: string[]; heir?: string | null }>; Returns: number };
      remove_order_note: { Args: ArgumentShapes<'remove_order_note', { entry_id: string }>; Returns: boolean };
      remove_pages: { Args: ArgumentShapes<'remove_pages', { ids: string[] }>; Returns: ResultShape<'remove_pages', Json> };
      remove_payment_method: { Args: ArgumentShapes<'remove_payment_method', { method_id: string }>; Returns: undefined };
      remove_post_comments: { Args: ArgumentShapes<'remove_post_comments', { ids: string[] }>; Returns: ResultShape<'remove_post_comments', Json> };
      remove_posts: { Args: ArgumentShapes<'remove_posts', { ids: string[] }>; Returns: ResultShape<'remove_posts', Json> };
      remove_redirects: { Args: ArgumentShapes<'remove_redirects', { ids: string[] }>; Returns: RowShape<'remove_redirects', { from_path: string; to_address: string; status: number }>[] };
      remove_thread_posts: { Args: ArgumentShapes<'remove_thread_posts', { ids: string[] }>; Returns: ResultShape<'remove_thread_posts', Json> };
      rename_conversation: { Args: ArgumentShapes<'rename_conversation', { conversation_id: string; title: string }>; Returns: undefined };
      renew_certificate: { Args: ArgumentShapes<'renew_certificate', { certificate_id: string }>; Returns: ResultShape<'renew_certificate', string> };
      replay_dead_letters: { Args: ArgumentShapes<'replay_dead_letters', { events?: string[] | null; subscriber?: string | null }>; Returns: number };
      replay_deliveries: { Args: ArgumentShapes<'replay_deliveries', { webhook_id: string; deliveries?: string[] | null }>; Returns: number };
      reply_to_review: { Args: ArgumentShapes<'reply_to_review', { review_id: string; reply: string }>; Returns: undefined };
      report: { Args: ArgumentShapes<'report', { account_id: string; report: string; period?: string; since?: string | null; until?: string | null; compare?: string; filters?: Json }>; Returns: ResultShape<'report', Json> };
      report_list: { Args: ArgumentShapes<'report_list', { account_id: string; list: string; period?: string; since?: string | null; until?: string | null; filters?: Json; page?: number; page_size?: number }>; Returns: ResultShape<'report_list', Json> };
      report_message: { Args: ArgumentShapes<'report_message', { message_id: string; reason?: string }>; Returns: undefined };
      report_post_comment: { Args: ArgumentShapes<'report_post_comment', { comment_id: string; reason?: string }>; Returns: undefined };
      report_thread_post: { Args: ArgumentShapes<'report_thread_post', { post_id: string; reason?: string }>; Returns: undefined };
      require_second_step: { Args: ArgumentShapes<'require_second_step', { account_id: string; is_required: boolean }>; Returns: undefined };
      rerun_provider_events: { Args: ArgumentShapes<'rerun_provider_events', { event_ids: string[] }>; Returns: number };
      resend_invitation: { Args: ArgumentShapes<'resend_invitation', { invitation_id: string }>; Returns: undefined };
      resend_invitations: { Args: ArgumentShapes<'resend_invitations', { ids: string[] }>; Returns: ResultShape<'resend_invitations', Json> };
      resend_order_mail: { Args: ArgumentShapes<'resend_order_mail', { order_id: string }>; Returns: ResultShape<'resend_order_mail', string> };
      reset_progress: { Args: ArgumentShapes<'reset_progress', { course_id: string; enrolments: string[] }>; Returns: number };
      restore_from_trash: { Args: ArgumentShapes<'restore_from_trash', { id: string }>; Returns: ResultShape<'restore_from_trash', string> };
      restore_part: { Args: ArgumentShapes<'restore_part', { course_id: string; part_id: string }>; Returns: number };
      restore_progress: { Args: ArgumentShapes<'restore_progress', { reset_id: string }>; Returns: undefined };
      resume_subscription: { Args: ArgumentShapes<'resume_subscription', { subscription_id: string }>; Returns: ResultShape<'resume_subscription', string> };
      retry_refund: { Args: ArgumentShapes<'retry_refund', { refund_id: string }>; Returns: undefined };
      revoke_api_key: { Args: ArgumentShapes<'revoke_api_key', { key_id: string }>; Returns: undefined };
      revoke_certificate: { Args: ArgumentShapes<'revoke_certificate', { certificate_id: string; reason: string }>; Returns: undefined };
      revoke_invitation: { Args: ArgumentShapes<'revoke_invitation', { invitation_id: string }>; Returns: undefined };
      revoke_invitations: { Args: ArgumentShapes<'revoke_invitations', { ids: string[] }>; Returns: ResultShape<'revoke_invitations', Json> };
      rotate_webhook_secret: { Args: ArgumentShapes<'rotate_webhook_secret', { webhook_id: string }>; Returns: ResultShape<'rotate_webhook_secret', string> };
      run_schedule: { Args: ArgumentShapes<'run_schedule', { name: string }>; Returns: ResultShape<'run_schedule', string> };
      save_answer: { Args: ArgumentShapes<'save_answer', { attempt_id: string; question_id: string; answer: Json; revision?: number | null }>; Returns: ResultShape<'save_answer', Json> };
      save_assignment_draft: { Args: ArgumentShapes<'save_assignment_draft', { assignment_id: string; body: string; link: string; revision: number }>; Returns: ResultShape<'save_assignment_draft', Json> };
      save_bank_question: { Args: ArgumentShapes<'save_bank_question', { course_id: string; question: Json; version?: number | null }>; Returns: number };
      save_curriculum: { Args: ArgumentShapes<'save_curriculum', { course_id: string; outline: Json; version: number }>; Returns: number };
      save_draft: { Args: ArgumentShapes<'save_draft', { kind: string; id: string; seen: number; content: Json }>; Returns: number };
      save_gamification: { Args: ArgumentShapes<'save_gamification', { account_id: string; settings: Json; rules: Json; levels: Json }>; Returns: undefined };
      save_gradebook_setup: { Args: ArgumentShapes<'save_gradebook_setup', { course_id: string; setup: Json }>; Returns: ResultShape<'save_gradebook_setup', Json> };
      save_lesson: { Args: ArgumentShapes<'save_lesson', { course_id: string; lesson_id: string; lesson: Json; content: Json; version: number; activity?: Json | null }>; Returns: ResultShape<'save_lesson', Json> };
      save_member_answers: { Args: ArgumentShapes<'save_member_answers', { account_id: string; member_id: string; answers: Json }>; Returns: undefined };
      save_office_hours: { Args: ArgumentShapes<'save_office_hours', { time_zone: string; hours: Json }>; Returns: undefined };
      save_page_draft: { Args: ArgumentShapes<'save_page_draft', { page_id: string; seen: number; title: string; data: Json; settings: Json }>; Returns: number };
      save_position: { Args: ArgumentShapes<'save_position', { lesson_id: string; seconds?: number | null; watched?: Json | null }>; Returns: undefined };
      save_push_subscription: { Args: ArgumentShapes<'save_push_subscription', { account_id: string; endpoint: string; p256dh: string; auth: string; device?: string }>; Returns: ResultShape<'save_push_subscription', string> };
      save_quiz: { Args: ArgumentShapes<'save_quiz', { quiz_id: string; settings: Json; questions: Json; version: number }>; Returns: number };
      save_report_letter: { Args: ArgumentShapes<'save_report_letter', { account_id: string; report: string; rhythm: string; readers: string[] }>; Returns: ResultShape<'save_report_letter', string> };
      schedule_draft: { Args: ArgumentShapes<'schedule_draft', { kind: string; id: string; publish_at: string }>; Returns: undefined };
      schedule_page: { Args: ArgumentShapes<'schedule_page', { page_id: string; publish_at: string }>; Returns: undefined };
      schedule_post: { Args: ArgumentShapes<'schedule_post', { post_id: string; publish_at: string }>; Returns: undefined };
      search_audit: { Args: ArgumentShapes<'search_audit', { account_id: string; actor: string; act: string; since: string; until: string; search: string; page: number; page_size: number }>; Returns: ResultShape<'search_audit', Json> };
      search_course: { Args: ArgumentShapes<'search_course', { course_id: string; term: string }>; Returns: RowShape<'search_course', { lesson_id: string; excerpt: string }>[] };
      search_docs: { Args: ArgumentShapes<'search_docs', { account_id: string; term: string }>; Returns: Database['public']['Tables']['docs']['Row'][] };
      search_messages: { Args: ArgumentShapes<'search_messages', { term: string }>; Returns: RowShape<'search_messages', { id: string; conversation_id: string; seq: number; author_name: string; body: string; created_at: string }>[] };
      search_site: { Args: ArgumentShapes<'search_site', { account_id: string; term: string; kinds: string[] }>; Returns: RowShape<'search_site', { kind: string; id: string; title: string; text: string; slug: string; course_slug: string; picture: string; language: string; is_draft: boolean; opens_player: boolean; matched: string[] }>[] };
      see_activity: { Args: ArgumentShapes<'see_activity', { position: number }>; Returns: undefined };
      see_group: { Args: ArgumentShapes<'see_group', { group_id: string }>; Returns: undefined };
      see_notifications: { Args: ArgumentShapes<'see_notifications', { account_id: string }>; Returns: number };
      see_score_messages: { Args: ArgumentShapes<'see_score_messages', { ids: string[] }>; Returns: undefined };
      send_gift: { Args: ArgumentShapes<'send_gift', { voucher_id: string; email: string; recipient_name?: string; message?: string; send_at?: string | null }>; Returns: undefined };
      send_message: { Args: ArgumentShapes<'send_message', { conversation_id: string; client_id: string; body: string; reply_to?: string | null; files?: string[] }>; Returns: Database['public']['Tables']['messages']['Row'] };
      set_account_features: { Args: ArgumentShapes<'set_account_features', { account_id: string; features: string[] }>; Returns: undefined };
      set_account_limits: { Args: ArgumentShapes<'set_account_limits', { account_id: string; plan_id: string; limits: Json }>; Returns: undefined };
      set_affiliate_state: { Args: ArgumentShapes<'set_affiliate_state', { affiliate_id: string; state: string }>; Returns: ResultShape<'set_affiliate_state', string> };
      set_affiliate_states: { Args: ArgumentShapes<'set_affiliate_states', { affiliate_ids: string[]; state: string }>; Returns: ResultShape<'set_affiliate_states', Json> };
      set_availability: { Args: ArgumentShapes<'set_availability', { course_id: string; part_id: string; conditions: Json; is_hidden?: boolean }>; Returns: undefined };
      set_cart_reminder: { Args: ArgumentShapes<'set_cart_reminder', { account_id: string; hours: number }>; Returns: number };
      set_course_groups: { Args: ArgumentShapes<'set_course_groups', { course_id: string; group_ids: string[] }>; Returns: undefined };
      set_course_instructors: { Args: ArgumentShapes<'set_course_instructors', { course_id: string; instructors: string[] }>; Returns: undefined };
      set_default_method: { Args: ArgumentShapes<'set_default_method', { method_id: string }>; Returns: undefined };
      set_family_grades: { Args: ArgumentShapes<'set_family_grades', { tie_id: string; sees_grades: boolean }>; Returns: undefined };
      set_group_level: { Args: ArgumentShapes<'set_group_level', { group_id: string; notify_level: string }>; Returns: undefined };
      set_group_role: { Args: ArgumentShapes<'set_group_role', { group_id: string; member_id: string; role: string }>; Returns: undefined };
      set_levels: { Args: ArgumentShapes<'set_levels', { product_id: string; levels: Json }>; Returns: ResultShape<'set_levels', string>[] };
      set_own_due: { Args: ArgumentShapes<'set_own_due', { assignment_id: string; member_id: string; due_at: string }>; Returns: undefined };
      set_post_authors: { Args: ArgumentShapes<'set_post_authors', { post_id: string; authors: string[] }>; Returns: undefined };
      set_post_topic: { Args: ArgumentShapes<'set_post_topic', { post_id: string; topic_id: string }>; Returns: undefined };
      set_prices: { Args: ArgumentShapes<'set_prices', { product_id: string; prices: Json }>; Returns: ResultShape<'set_prices', string>[] };
      set_product_groups: { Args: ArgumentShapes<'set_product_groups', { product_id: string; group_ids: string[] }>; Returns: undefined };
      set_reminder_days: { Args: ArgumentShapes<'set_reminder_days', { reminder_days: number[] }>; Returns: number[] };
      set_thread_topics: { Args: ArgumentShapes<'set_thread_topics', { thread_id: string; topics: Json }>; Returns: undefined };
      share_draft: { Args: ArgumentShapes<'share_draft', { kind: string; id: string; days: number }>; Returns: ResultShape<'share_draft', string> };
      share_page_draft: { Args: ArgumentShapes<'share_page_draft', { page_id: string; days: number }>; Returns: ResultShape<'share_page_draft', string> };
      share_post_draft: { Args: ArgumentShapes<'share_post_draft', { post_id: string; days: number }>; Returns: ResultShape<'share_post_draft', string> };
      ship_line: { Args: ArgumentShapes<'ship_line', { order_item_id: string; note?: string }>; Returns: ResultShape<'ship_line', string> };
      site_numbers: { Args: ArgumentShapes<'site_numbers', { account_id: string; days: number }>; Returns: ResultShape<'site_numbers', Json> };
      start_attempt: { Args: ArgumentShapes<'start_attempt', { quiz_id: string }>; Returns: ResultShape<'start_attempt', Json> };
      start_conversation: { Args: ArgumentShapes<'start_conversation', { member_ids: string[]; title?: string; conversation_id?: string | null }>; Returns: ResultShape<'start_conversation', string> };
      start_member_import: { Args: ArgumentShapes<'start_member_import', { account_id: string; people: Json; role_id: string; file_name: string }>; Returns: ResultShape<'start_member_import', string> };
      submission_queue: { Args: ArgumentShapes<'submission_queue', { shown?: string; assignment_id?: string | null; page?: number }>; Returns: ResultShape<'submission_queue', Json> };
      submission_sheet: { Args: ArgumentShapes<'submission_sheet', { submission_id: string }>; Returns: ResultShape<'submission_sheet', Json> };
      submit_assignment: { Args: ArgumentShapes<'submit_assignment', { assignment_id: string; revision: number }>; Returns: ResultShape<'submit_assignment', Json> };
      submit_attempt: { Args: ArgumentShapes<'submit_attempt', { attempt_id: string }>; Returns: ResultShape<'submit_attempt', Json> };
      subscription_options: { Args: ArgumentShapes<'subscription_options', { subscription_id: string }>; Returns: RowShape<'subscription_options', { price_id: string; title: string; label: string; frequency: Json; cycles: number; takes_effect: string; effective_at: string; amount: number; credit: number; tax: number; due: number; ends_at: string; next_tax: number; next_total: number; prices_include_tax: boolean; charged_to: string }>[] };
      suspend_account: { Args: ArgumentShapes<'suspend_account', { account_id: string; reason: string }>; Returns: undefined };
      suspend_accounts: { Args: ArgumentShapes<'suspend_accounts', { account_ids: string[]; reason: string }>; Returns: ResultShape<'suspend_accounts', Json> };
      take_badge: { Args: ArgumentShapes<'take_badge', { badge_id: string; member_id: string }>; Returns: undefined };
      take_second_steps: { Args: ArgumentShapes<'take_second_steps', { person: string; reason: string }>; Returns: number };
      takes_payment: { Args: ArgumentShapes<'takes_payment', { account_id: string }>; Returns: boolean };
      taught_course_ids: { Args: Record<PropertyKey, never>; Returns: ResultShape<'taught_course_ids', string>[] };
      tax_terms: { Args: ArgumentShapes<'tax_terms', { account_id: string }>; Returns: ResultShape<'tax_terms', string> };
      team_second_steps: { Args: ArgumentShapes<'team_second_steps', { account_id: string }>; Returns: ResultShape<'team_second_steps', Json> };
      test_webhook: { Args: ArgumentShapes<'test_webhook', { webhook_id: string }>; Returns: ResultShape<'test_webhook', string> };
      thread_people: { Args: ArgumentShapes<'thread_people', { thread_id: string; term: string }>; Returns: RowShape<'thread_people', { id: string; name: string; slug: string }>[] };
      ticket_counts: { Args: ArgumentShapes<'ticket_counts', { account_id: string }>; Returns: RowShape<'ticket_counts', { unresolved: number; awaited: number; resolved: number; overdue: number; mine: number; unassigned: number }>[] };
      ticket_staff: { Args: ArgumentShapes<'ticket_staff', { account_id: string }>; Returns: RowShape<'ticket_staff', { user_id: string; name: string }>[] };
      undo_subscription_change: { Args: ArgumentShapes<'undo_subscription_change', { subscription_id: string }>; Returns: ResultShape<'undo_subscription_change', string> };
      uninvoiced_orders: { Args: Record<PropertyKey, never>; Returns: RowShape<'uninvoiced_orders', { order_id: string; number: number; customer_name: string; total: number; currency: string; paid_at: string }>[] };
      unpublish: { Args: ArgumentShapes<'unpublish', { kind: string; id: string }>; Returns: undefined };
      unpublish_doc: { Args: ArgumentShapes<'unpublish_doc', { doc_id: string }>; Returns: undefined };
      unpublish_page: { Args: ArgumentShapes<'unpublish_page', { page_id: string }>; Returns: undefined };
      unpublish_pages: { Args: ArgumentShapes<'unpublish_pages', { ids: string[] }>; Returns: ResultShape<'unpublish_pages', Json> };
      unpublish_post: { Args: ArgumentShapes<'unpublish_post', { post_id: string }>; Returns: undefined };
      unpublish_posts: { Args: ArgumentShapes<'unpublish_posts', { ids: string[] }>; Returns: ResultShape<'unpublish_posts', Json> };
      upsell_results: { Args: ArgumentShapes<'upsell_results', { product_id: string }>; Returns: RowShape<'upsell_results', { id: string; currency: string; orders: number; amount: number }>[] };
      upsells_for: { Args: ArgumentShapes<'upsells_for', { account_id: string; products: string[] }>; Returns: RowShape<'upsells_for', { id: string; placement: string; product_id: string; discount_percent: number; headline: string; description: string }>[] };
      use_family_code: { Args: ArgumentShapes<'use_family_code', { account_id: string; code: string }>; Returns: ResultShape<'use_family_code', string> };
      verify_certificate: { Args: ArgumentShapes<'verify_certificate', { account_id: string; certificate_id: string }>; Returns: RowShape<'verify_certificate', { holder: string; course: string; issuer: string; language: string; achieved_at: string; expires_at: string; state: string }>[] };
      verify_open_badge: { Args: ArgumentShapes<'verify_open_badge', { account_id: string; open_badge_id: string }>; Returns: RowShape<'verify_open_badge', { id: string; holder: string; name: string; description: string; issuer: string; language: string; salt: string; email_hash: string; status_index: number; awarded_at: string; expires_at: string; created_at: string; is_certificate: boolean; state: string }>[] };
      view_as: { Args: ArgumentShapes<'view_as', { account_id: string; ticket_id: string; reason: string }>; Returns: ResultShape<'view_as', string> };
      vote_in_poll: { Args: ArgumentShapes<'vote_in_poll', { poll_id: string; option_ids: string[] }>; Returns: undefined };
      webhook_secret: { Args: ArgumentShapes<'webhook_secret', { webhook_id: string }>; Returns: ResultShape<'webhook_secret', string> };
      withdraw_post_comment: { Args: ArgumentShapes<'withdraw_post_comment', { comment_id: string }>; Returns: undefined };
      withdraw_thread_post: { Args: ArgumentShapes<'withdraw_thread_post', { post_id: string }>; Returns: undefined };
    };
    Enums: { [name in never]: never };
    CompositeTypes: { [name in never]: never };
  };
};

export type Row<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
