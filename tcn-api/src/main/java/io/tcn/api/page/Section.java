// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A part of a page.
///
/// @param kind which part of the template shows it: `facts`, `table`, `plots`, `picture`, `form`, `text`
/// @param id its anchor
/// @param title may be empty
/// @param content what the template needs
record Section(String kind, String id, String title, Object content) {
    /// A name and what it stands for.
    ///
    /// @param css how it is coloured, may be empty
    record Fact(String name, String value, @Nullable String href, String css) {
        private static final int LONGEST = 1000;

        static Fact of(String name, Unit unit, @Nullable Object value) {
            String text = unit.of(value);
            return new Fact(name, text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "\u2026", null, "");
        }

        static Fact of(String name, @Nullable Object value) {
            return of(name, Unit.TEXT, value);
        }

        Fact to(@Nullable String target) {
            return new Fact(name, value, target, css);
        }

        Fact withSuffix(String more) {
            return new Fact(name, value + more, href, css);
        }

        Fact toned(String tone) {
            return new Fact(name, value, href, tone);
        }
    }

    /// A plot that the script draws.
    ///
    /// @param data address of its numbers
    /// @param what such as `throughput`
    record Plot(String title, String data, String what, String table) {}

    /// A form.
    ///
    /// @param action address
    /// @param method `get` or `post`
    /// @param hidden values that go along
    /// @param fields what people fill in
    record Form(
            String action, String method, Map<String, String> hidden, List<Field> fields, String button, String note) {}

    /// A field of a form.
    ///
    /// @param options what can be chosen, as value and words; empty: any text
    record Field(String name, String label, String value, Map<String, String> options) {}

    static Section facts(String id, String title, List<Fact> facts) {
        return new Section("facts", id, title, facts);
    }

    static Section table(Table<?> table, Asked asked) {
        return new Section("table", table.id(), table.title(), table.show(asked));
    }

    static Section plots(String id, String title, List<Plot> plots) {
        return new Section("plots", id, title, plots);
    }

    /// @param svg made by this package of checked parts
    static Section picture(String id, String title, Picture svg) {
        return new Section("picture", id, title, svg);
    }

    static Section form(String id, String title, Form form) {
        return new Section("form", id, title, form);
    }

    static Section text(String id, String title, List<String> lines) {
        return new Section("text", id, title, lines);
    }
}
