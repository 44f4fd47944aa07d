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
    };
    Views: {
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
      is_super_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      join_account: { Args: { account_id: string }; Returns: string };
    };
    Enums: { [name in never]: never };
    CompositeTypes: { [name in never]: never };
  };
};

export type Row<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
