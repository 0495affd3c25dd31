// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.view;

/// Text inside HTML and SVG.
public final class Markup {
    private Markup() {}

    /// The text with everything replaced that has a meaning there.
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
