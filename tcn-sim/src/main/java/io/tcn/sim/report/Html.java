// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

/// Text inside HTML and SVG.
final class Html {
    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
