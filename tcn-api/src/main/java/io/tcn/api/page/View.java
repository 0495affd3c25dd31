// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A page: its parts, and its tables for those who want a file.
final class View {
    private final String title;
    private final String entry;
    private final Asked asked;
    private final List<Section> sections = new ArrayList<>();
    private final List<Table<?>> tables = new ArrayList<>();
    private boolean live;
    private String lead = "";

    /// @param entry which entry of the menu it belongs to
    View(String title, String entry, Asked asked) {
        this.title = title;
        this.entry = entry;
        this.asked = asked;
    }

    View add(Section section) {
        sections.add(section);
        return this;
    }

    View add(Table<?> table) {
        tables.add(table);
        return add(Section.table(table, asked));
    }

    /// Fetches itself anew while somebody looks at it.
    View live() {
        live = true;
        return this;
    }

    /// @param words stand below the title
    View lead(String words) {
        lead = words;
        return this;
    }

    String title() {
        return title;
    }

    List<Table<?>> tables() {
        return tables;
    }

    Asked asked() {
        return asked;
    }

    Map<String, Object> model() {
        boolean isLive = live && !asked.get("live").equals("off");
        return Map.of(
                "title", title,
                "entry", entry,
                "lead", lead,
                "sections", sections,
                "isLive", isLive,
                "canLive", live,
                "here", asked.here(),
                "liveHref", asked.with(Map.of("live", isLive ? "off" : "")),
                "parts",
                        String.join(
                                ",",
                                sections.stream()
                                        .filter(section -> !section.kind().equals("plots")
                                                && !section.kind().equals("form"))
                                        .map(section -> "#s-" + section.id())
                                        .toList()));
    }
}
