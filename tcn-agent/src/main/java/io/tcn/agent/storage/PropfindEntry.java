// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/// One file or folder in the answer to a PROPFIND.
final class PropfindEntry {
    private PropfindEntry() {}

    static void append(StringBuilder xml, String urlPath, Path path) throws IOException {
        boolean folder = Files.isDirectory(path);
        xml.append("<D:response><D:href>")
                .append(encode(urlPath))
                .append("</D:href><D:propstat><D:prop><D:resourcetype>")
                .append(folder ? "<D:collection/>" : "")
                .append("</D:resourcetype>");
        if (!folder) {
            xml.append("<D:getcontentlength>").append(Files.size(path)).append("</D:getcontentlength>");
        }
        xml.append("</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>");
    }

    private static String encode(String urlPath) throws IOException {
        try {
            return new URI(null, null, urlPath, null).toASCIIString().replace("&", "&amp;");
        } catch (URISyntaxException e) {
            throw new IOException("a name that no URL can hold: " + urlPath, e);
        }
    }
}
