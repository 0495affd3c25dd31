// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.view.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A report as one HTML file that needs nothing else, readable in light and dark. Mutable; made from top to bottom.
public final class Page {
    private final StringBuilder html = new StringBuilder();

    /// @param lead what it is about, in a sentence or two
    public Page(String title, String lead) {
        String escaped = Markup.escape(title);
        html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(escaped)
                .append("</title>\n<style>\n")
                .append(styleSheet())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(escaped)
                .append("</h1>\n<p class=\"lead\">")
                .append(Markup.escape(lead))
                .append("</p>\n");
    }

    /// The style sheet of all reports.
    static String styleSheet() {
        try (InputStream in = Page.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("report.css is missing on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public Page heading(String text) {
        html.append("<h2>").append(Markup.escape(text)).append("</h2>\n");
        return this;
    }

    public Page paragraph(String text) {
        html.append("<p class=\"caption\">").append(Markup.escape(text)).append("</p>\n");
        return this;
    }

    public Page table(Table table) {
        html.append(table.toHtml());
        return this;
    }

    /// Adds an SVG file as a picture.
    public Page picture(String svg, String caption) {
        html.append("<figure>\n")
                .append(image(svg, caption))
                .append("<figcaption>")
                .append(Markup.escape(caption))
                .append("</figcaption>\n</figure>\n");
        return this;
    }

    /// An SVG file as an image within the page: its styles stay its own.
    static String image(String svg, String description) {
        String data = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
        return "<img style=\"width:100%\" alt=\"" + Markup.escape(description) + "\" src=\"data:image/svg+xml;base64,"
                + data + "\">\n";
    }

    /// The file.
    public byte[] toBytes() {
        return (html + "</main>\n</body>\n</html>\n").getBytes(StandardCharsets.UTF_8);
    }
}
